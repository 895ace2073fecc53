import type { Task } from '#domain/tasks/task.ts'

import {
  type Answer,
  type Call,
  type Model,
  type Moment,
  copyModel,
  levelFull,
  listOpen,
  refuseDependencies,
  refusal,
  replaceTask,
  slotsOf,
} from './model.ts'

const UNDO_MS = 24 * 3_600_000

/** Fields that undo doesn't restore, and whose changes don't count as a change to the task. */
const KEPT = new Set(['version', 'updatedAt', 'attachments', 'elapsedTime'])
/** Fields that depend on each other, so that undo restores all of them or is rejected. */
const GROUPS: (keyof Task)[][] = [
  ['category', 'projectName'],
  ['isRecurring', 'recurrenceFrequency', 'recurrenceForwardContent'],
]
/** Fields of the next occurrence that also change when other tasks are reordered. */
const PLACE = new Set(['version', 'updatedAt', 'position'])

/**
 * Records what a successful command changed, unless the user can undo it by sending the previous values.
 * @returns the responses, which say whether the command can be undone
 */
export function rememberUndo(
  before: Model,
  model: Model,
  { call, name, now }: { call: Call; name: string; now: string },
  answers: Answer[],
): Answer[] {
  const [answer] = answers
  if (!answer || answer.status >= 400) return answers
  const waits = call.kind === 'change' && call.waits === true
  if (call.kind !== 'change' && call.kind !== 'bulk' && call.kind !== 'swap' && call.kind !== 'push')
    return answers
  const body = answer.body as { tasks?: { id: number }[] }
  const ids = call.kind === 'change' ? [call.id] : (body.tasks ?? []).map(({ id }) => id)
  const tasks = ids.flatMap((id) => {
    const [old, task] = [before.tasks.get(id), model.tasks.get(id)]
    return old && task && changedFields(old, task).length > 0 ? [{ before: old, after: task }] : []
  })
  const created = [...model.tasks.values()].filter(({ id }) => !before.tasks.has(id))
  const seriesDays = ids.flatMap((id) => {
    const now = model.seriesDays.get(id) ?? {}
    const reset = Object.entries(before.seriesDays.get(id) ?? {}).filter(([field]) => !(field in now))
    return reset.length > 0 ? [[id, Object.fromEntries(reset)] as const] : []
  })
  const isNeeded =
    call.kind !== 'change' ||
    seriesDays.length > 0 ||
    tasks.some(
      (one) => one.before.completed !== one.after.completed || one.before.priority !== one.after.priority,
    )
  const canUndo = isNeeded && tasks.length > 0
  if (canUndo) {
    const moves = tasks.filter((one) => one.before.completed === one.after.completed)
    const moved = moves.filter((one) => !one.before.completed)
    const levels = moves.flatMap(({ before: { priority: from }, after: { priority: to } }) =>
      from === to ? [] : [from, to],
    )
    const counts = [...new Set(levels)].map((level) => {
      const after = listOpen(model, level).length
      const left = moved.filter((one) => one.before.priority === level && one.after.priority !== level).length
      const came = moved.filter((one) => one.after.priority === level && one.before.priority !== level).length
      return { level, before: after + left - came }
    })
    model.undos.set(name, { at: now, tasks, created, counts, seriesDays })
  }
  if (call.kind === 'change')
    return waits ? [{ ...answer, body: { tasks: [answer.body], undo: canUndo } }] : answers
  return [{ ...answer, body: { ...body, undo: canUndo } }]
}

/** Reverts everything that a command changed, or nothing. */
export function undo(model: Model, { name }: Call & { kind: 'undo' }, moment: Moment): Answer[] {
  const record = model.undos.get(name)
  if (!record || Date.parse(moment.now) - Date.parse(record.at) >= UNDO_MS) return [refusal(404, 'not_found')]
  const holding = record.tasks.filter(({ before, after }) => {
    const task = model.tasks.get(after.id)
    const fields = changedFields(before, after)
    const isShift = fields.every((field) => field === 'position')
    return (
      task &&
      fields.every((field) => (field === 'position' && !isShift) || isEqual(task[field], after[field]))
    )
  })
  const isStuck = record.tasks.some(
    (one) =>
      !holding.includes(one) && changedFields(one.before, one.after).some((field) => field !== 'position'),
  )
  if (isStuck) return [refusal(409, 'cannot_undo')]
  // Only tasks that are open now, and that the command neither completed nor reopened, take and free slots.
  const moved = holding.filter(
    ({ before, after }) => before.completed === after.completed && !model.tasks.get(after.id)?.completed,
  )
  const refusals = record.counts.flatMap(({ level, before }) => {
    const now = listOpen(model, level).length
    const back = moved.filter((one) => one.before.priority === level && one.after.priority !== level).length
    const left = moved.filter((one) => one.after.priority === level && one.before.priority !== level).length
    return now + back - left > Math.max(slotsOf(level), now, before) ? [levelFull(level, now)] : []
  })
  for (const { before, after } of holding)
    if (changedFields(before, after).includes('dependencies'))
      refusals.push(...refuseDependencies(model, after.id, { dependencies: before.dependencies }))
  if (refusals.length > 0) return refusals
  const needed = new Set([...model.tasks.values()].flatMap(({ dependencies }) => dependencies))
  const removed = record.created.filter((task) => {
    const now = model.tasks.get(task.id)
    const fields = Object.keys(task) as (keyof Task)[]
    return (
      now && !needed.has(String(task.id)) && fields.every((f) => PLACE.has(f) || isEqual(now[f], task[f]))
    )
  })
  const restored = holding.map(({ before, after }) => {
    const now = model.tasks.get(after.id) as Task
    const values = changedFields(before, after).map((field) => [field, before[field]])
    return replaceTask(model, { ...now, ...Object.fromEntries(values) }, moment)
  })
  for (const [id, days] of record.seriesDays)
    model.seriesDays.set(id, { ...model.seriesDays.get(id), ...days })
  for (const { id } of removed) {
    model.tasks.delete(id)
    model.seriesDays.delete(id)
    model.repeated.delete(model.origins.get(id) ?? 0)
  }
  model.undos.delete(name)
  return [{ status: 200, etag: null, body: { tasks: restored, removed: removed.map(({ id }) => id) } }]
}

/** Returns the fields that a command changed, and those that must stay as they are until it is undone. */
function changedFields(before: Task, after: Task): (keyof Task)[] {
  const fields = Object.keys(after) as (keyof Task)[]
  const isChanged = (field: keyof Task) => !KEPT.has(field) && !isEqual(before[field], after[field])
  const bound = new Set(GROUPS.filter((group) => group.some(isChanged)).flat())
  return fields.filter((field) => isChanged(field) || bound.has(field))
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Runs a command and records its undo, from the tasks before and after it. */
export function withUndo(
  model: Model,
  call: Call,
  { name, now }: { name: string; now: string },
  make: () => Answer[],
): Answer[] {
  const before = copyModel(model)
  return rememberUndo(before, model, { call, name, now }, make())
}
