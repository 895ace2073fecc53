import { DISMISSED_SLACK_MAX } from '#domain/limits.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { changeSettings } from '../../account/commands.ts'
import { currentSettings } from '../../account/settings.ts'
import { shownBoard } from '../board-actions.ts'
import { findCard, focusSoon } from './focus-card.ts'
import { dropAt } from '../drag/drop-at.ts'
import { slackMarks } from './slack-mark-store.ts'
import { run } from '../../sync/runner/run.ts'
import * as words from '../../slack/words.ts'

const WEEK_MS = 7 * 24 * 3_600_000

/** Moves a marked task to the level that its slack calls for. If the level is full, offers ways to free a slot. */
export function followSlack(task: ShortTask): void {
  const actions = shownBoard.get()
  const level = slackMarks.get().get(task.id)?.level
  if (!actions || !level) return
  const { allowed } = dropAt(actions.lanes(), task, level)
  const hasFocus = findCard(task.id)?.contains(document.activeElement)
  actions.move(task, level)
  if (allowed && hasFocus) focusSoon(task.id)
}

const dismissSlack = { ...changeSettings, success: () => words.dismissed }

/** Hides a task's mark for a week, on every device. Drops expired entries. */
export function dismissMark(taskId: number): void {
  const now = Date.now()
  const others = currentSettings().dismissedSlack.filter(
    (one) => one.taskId !== taskId && Date.parse(one.until) > now,
  )
  const until = new Date(now + WEEK_MS).toISOString()
  run(dismissSlack, { dismissedSlack: [...others, { taskId, until }].slice(-DISMISSED_SLACK_MAX) })
}
