import { useMemo, useRef } from 'react'

import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import { afterFirstLine, pastedLines } from '#domain/tasks/quick-add/pasted-lines.ts'
import { quickDraft } from '#domain/tasks/quick-add/quick-draft.ts'
import { TASKS_AT_ONCE_MAX } from '#domain/limits.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

import { runAndWait } from '../sync/runner/run.ts'
import { once } from '../ui/once.ts'
import { createTasks } from './commands.ts'
import { useQuickAddActions } from './quick-add-context.ts'
import type { Line } from './use-line.ts'
import * as words from './words.ts'

/** Several pasted lines, and the actions for them. */
export type Paste = ReturnType<typeof usePaste>

export function usePaste(line: Line) {
  const text = line.lines.join('\n')
  const lines = useMemo(() => pastedLines(text), [text])
  const { wayTo } = useQuickAddActions()
  const drafts = useMemo(
    () => lines.slice(0, TASKS_AT_ONCE_MAX).map((text) => line.read(text)),
    [lines, line],
  )
  const canAdd = lines.length <= TASKS_AT_ONCE_MAX

  /** The lines being parsed. Until the lines are parsed, they stay in the draft, and further clicks do nothing. */
  const reading = useRef<readonly string[] | null>(null)
  const send = async (texts: readonly string[], more: Partial<TaskDraftInput> = {}) => {
    if (reading.current) return
    reading.current = texts
    const reads = await line.readerWhenLoaded()
    if (reading.current !== texts) return
    reading.current = null
    const tasks = texts.map((text) => ({ ...quickDraft(line.read(text, reads)), ...more }))
    const putBack = line.send(line.lines)
    const say = once(() => line.say(words.addedSeveral(tasks.length)))
    try {
      const show = (created: readonly Task[]) => created.map((task) => wayTo(task)).find(Boolean)
      await runAndWait(createTasks, { tasks }, { onWaiting: say, show })
      say()
    } catch {
      // A toast has reported the failure.
      putBack()
    }
  }
  return {
    lines,
    canAdd,
    warning: canAdd ? waitingText(drafts, line.openCountAt) : words.tooMany(TASKS_AT_ONCE_MAX),
    /** Returns whether the text has several lines. If so, the lines are offered as tasks. */
    paste: (pasted: string, around: { before: string; after: string }) => {
      if (pastedLines(pasted).length < 2) return false
      line.setLines([around.before + pasted + around.after])
      return true
    },
    cancel: () => {
      reading.current = null
      line.setLines([])
    },
    addSeveral: () => void (canAdd && send(lines)),
    addAsOne: () => void send(lines.slice(0, 1), { description: afterFirstLine(text) }),
  }
}

/** Returns how many of the new tasks will wait for a slot, as text; '' if none will. */
function waitingText(drafts: readonly { level: Level }[], openCountAt: (level: Level) => number): string {
  const counts = Map.groupBy(drafts, ({ level }) => level)
  const waiting = [...counts].map(([level, { length }]) => {
    const free = Math.max(0, slotsAtLevel(level) - openCountAt(level))
    return { level, free, waiting: Math.max(0, length - free) }
  })
  const total = waiting.reduce((sum, { waiting }) => sum + waiting, 0)
  const [only, ...others] = waiting
  if (total === 0) return ''
  return only && others.length === 0 ? words.severalWait(only.level, only.free, total) : words.someWait(total)
}
