import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { addEntry } from '../../account/add-entry.ts'
import { shownBoard } from '../board-actions.ts'
import { findCard, focusSoon } from './focus-card.ts'
import { dropAt } from '../drag/drop-at.ts'
import { slackMarks } from './slack-mark-store.ts'
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

/** Hides a task's mark for a week, on every device. */
export function dismissMark(taskId: number): void {
  const now = Date.now()
  const [from, until] = [now, now + WEEK_MS].map((ms) => new Date(ms).toISOString()) as [string, string]
  addEntry('dismissedSlack', { taskId, until }, from, () => words.dismissed)
}
