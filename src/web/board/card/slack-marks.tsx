import { useDeferredValue, useEffect, useMemo } from 'react'

import { findSlackMarks } from '#domain/tasks/slack/slack.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useSettings } from '../../account/settings.ts'
import { useClock } from '../../clock/clock.ts'
import { isRunning } from '../../clock/work-clock.ts'
import { isPlainKey } from '../../keys/single-keys.ts'
import { useIsSelecting } from '../../selection/selection.ts'
import { useEvent } from '../../ui/use-event.ts'
import { dismissMark, followSlack } from './slack-commands.ts'
import { slackMarks } from './slack-mark-store.ts'
import { useSlack } from '../../slack/use-slack.ts'

/** Computes the board's marks after the board has rendered, and handles their keys. */
export function SlackMarks({ tasks }: { tasks: readonly ShortTask[] }) {
  const known = useDeferredValue(tasks)
  const { calendar, slackById, now } = useSlack(known)
  const settings = useSettings()
  const sessions = useClock()
  const isSelecting = useIsSelecting()
  const marks = useMemo(() => {
    const dismissed = settings.dismissedSlack.filter(({ until }) => Date.parse(until) > now)
    const hidden = new Set([...dismissed, ...sessions.filter(isRunning)].map(({ taskId }) => taskId))
    const found = findSlackMarks(known, slackById, calendar.averageDay, (id) => hidden.has(id))
    return new Map(found.map((mark) => [mark.taskId, { ...mark, calendar }]))
  }, [known, slackById, calendar, now, settings.dismissedSlack, sessions])
  useEffect(() => {
    slackMarks.set(marks)
  }, [marks])

  useEvent(document, ['keydown'], (event) => {
    const { target, shiftKey } = event
    if (!isPlainKey(event, 'b') || isSelecting) return
    const card = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-task]') : null
    const mark = card && marks.get(Number(card.dataset['task']))
    const task = mark && tasks.find(({ id }) => id === mark.taskId)
    if (!task) return
    event.preventDefault()
    if (shiftKey) dismissMark(task.id)
    else followSlack(task)
  })
  return null
}
