import type { Settings } from '#domain/account/settings.ts'
import { type PlanAnswer, nextWorkingDay } from '#domain/tasks/day/left-over.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { addEntry } from '../account/add-entry.ts'
import { changeSettings } from '../account/commands.ts'
import { runForUndo, runQuietly } from '../sync/runner/run.ts'
import { changeTask } from '../tasks/data/commands.ts'
import * as words from './words.ts'
import { planFor } from '../day/plan-task.ts'

/**
 * Carries out a choice. A postponed task keeps its old plan, so the panel asks again on the next working day.
 * @param task the task as it was before the user's first choice
 */
export function answerPlan(
  task: ShortTask,
  answer: PlanAnswer,
  isFirst: boolean,
  today: Temporal.PlainDate,
  { hoursPerWeekday }: Settings,
): void {
  if (answer !== 'later') {
    const entry = { taskId: task.id, until: null }
    if (!isFirst) void runQuietly(changeSettings, { putOffPlans: [entry] }).catch(() => undefined)
    return planFor(task, answer === 'today' ? today : null)
  }
  const planBack = { task, patch: { plannedFor: task.plannedFor } }
  const undoesToo = isFirst ? undefined : runForUndo({ ...changeTask, success: undefined }, planBack)
  const until = nextWorkingDay(today, hoursPerWeekday)
  const entry = { taskId: task.id, until: until.toString() }
  addEntry('putOffPlans', entry, today.toString(), () => words.putOff(until), undoesToo)
}
