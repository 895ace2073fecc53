import { initialFields } from '#domain/tasks/task-fields.ts'
import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

import {
  type Answer,
  type Call,
  type Fields,
  type Model,
  type Moment,
  copyModel,
  endOf,
  listOpen,
  refusal,
  refuseDependencies,
  refuseFull,
  refuseVersion,
  replaceTask,
  slotsOf,
} from './model.ts'
import { makeRoom } from './slots-model.ts'
import { undo } from './undo-model.ts'
import { DATE_FIELDS, dayIn, isAnotherDay, nextDates } from './next-dates.ts'

/** The template of the test, in order. Dependencies are positions in this list. */
export const TEMPLATE_TASKS = [
  { title: 'Plan', priority: 1, estimatedTime: '2h 30m', dependencies: [] },
  { title: 'Build', description: 'All of it', priority: 2, dependencies: ['0'] },
  { title: 'Show', priority: 1, category: 'Meeting', dependencies: ['1', '0'] },
  { title: 'Ask', priority: 3, dependencies: [] },
  { title: 'Change', priority: 2, dependencies: ['3'] },
]

/** The fields that are reset in the next occurrence. All others are copied. */
const NO_WORK: Fields = {
  plannedFor: null,
  progress: 0,
  dependencies: [],
  completed: false,
  completedAt: null,
  position: 0,
  elapsedTime: 0,
  version: 1,
}
const NO_CONTENT: Fields = { clearGoals: null, notes: null, nextSteps: null, attachments: [] }

const KEYS_KEPT_MS = 24 * 3_600_000

/**
 * Runs a command on the model. Returns several responses if several errors apply, because the documents don't say which
 * comes first.
 */
export function makeCall(model: Model, call: Call, moment: Moment): Answer[] {
  switch (call.kind) {
    case 'create':
      return create(model, { ...call, fields: withoutEmptyTexts(call.fields) }, moment)
    case 'change':
      return change(model, { ...call, fields: withoutEmptyTexts(call.fields) }, moment)
    case 'bulk':
      return changeSeveral(model, call, moment)
    case 'duplicate':
      return duplicate(model, call, moment)
    case 'delete':
      return remove(model, call, moment)
    case 'swap':
    case 'push':
      return makeRoomAndChange(model, call, moment)
    case 'undo':
      return undo(model, call, moment)
    case 'order':
      return order(model, call, moment)
    case 'instantiate':
      return instantiate(model, call, moment)
  }
}

/** Empty text is stored as null. */
function withoutEmptyTexts(fields: Fields): Fields {
  const texts = ['description', 'clearGoals', 'notes', 'nextSteps'] as const
  const empty = texts.filter((field) => fields[field] === '')
  return { ...fields, ...Object.fromEntries(empty.map((field) => [field, null])) }
}

function create(model: Model, { fields, key }: Call & { kind: 'create' }, moment: Moment): Answer[] {
  const body = JSON.stringify({ ...initialFields(), ...fields })
  const first = key === null ? undefined : model.keys.get(key)
  if (first && Date.parse(moment.now) - Date.parse(first.at) < KEYS_KEPT_MS) {
    if (first.body !== body) return [refusal(422, 'key_reused')]
    const created = model.tasks.get(first.id)
    return [created ? answerTask(201, created) : refusal(404, 'not_found')]
  }
  const refusals = [...refuseDependencies(model, null, fields), ...refuseRecurrence(fields)]
  if (refusals.length > 0) return refusals
  const task = addTask(model, fields, moment)
  if (key !== null) model.keys.set(key, { at: moment.now, body, id: task.id })
  return [answerTask(201, task)]
}

function change(model: Model, call: Call & { kind: 'change' }, moment: Moment): Answer[] {
  const before = model.tasks.get(call.id)
  const answers = changeOne(model, call, moment)
  if (before) continueSeries(model, before, call.zone, moment)
  return answers
}

/** Changes a task without creating its next occurrence. */
function changeOne(model: Model, call: Call & { kind: 'change' }, moment: Moment): Answer[] {
  const before = model.tasks.get(call.id)
  if (!before) return [refusal(404, 'not_found')]
  const { position, ...fields } = call.fields
  const after = { ...before, ...fields, ...(call.endsSeries && { isRecurring: false }) }
  if (after.category !== 'Project') after.projectName = null
  if (!after.completed) after.completedAt = null
  else if (!before.completed) after.completedAt = moment.now

  const others = listOpen(model, after.priority).filter((task) => task.id !== call.id)
  const joins = call.waits === true && others.length >= slotsOf(after.priority)
  const moves = after.priority !== before.priority
  const takesSlot = moves && !before.completed && !after.completed
  const refusals = [
    ...refuseVersion(before, call.ifMatch),
    ...refuseDependencies(model, call.id, fields),
    ...refuseRecurrence(after),
    ...(takesSlot && !joins ? refuseFull(after.priority, others.length) : []),
  ]
  if (refusals.length > 0) return refusals
  // A reopened task goes to the end, like a new one.
  if (moves) after.position = (!joins && position) || endOf(others)
  else if (before.completed && !after.completed) after.position = endOf(others)

  if (JSON.stringify(after) === JSON.stringify(before)) return [answerTask(200, before)]
  const task = replaceTask(model, after, moment)
  const kept = { ...model.seriesDays.get(task.id) }
  for (const field of DATE_FIELDS) if (isAnotherDay(before[field], task[field])) delete kept[field]
  model.seriesDays.set(task.id, kept)
  return [answerTask(200, task)]
}

/** Applies a swap or push-down. With a patch, the version still rises by one, and the response contains the full task. */
function makeRoomAndChange(model: Model, call: Call & { kind: 'swap' | 'push' }, moment: Moment): Answer[] {
  const { id, patch } = call
  const before = model.tasks.get(id)
  if (!patch || !before) return makeRoom(model, call, moment)
  const trial = copyModel(model)
  const save = { kind: 'change', id, ifMatch: null, zone: 'UTC', endsSeries: false } as const
  const answers = makeRoom(trial, call, moment)
  const saved = changeOne(trial, { ...save, fields: withoutEmptyTexts(patch) }, moment)
  const refusals = [...answers, ...saved].filter(({ status }) => status >= 400)
  if (refusals.length > 0) return refusals
  const task = { ...(trial.tasks.get(id) as Task), version: before.version + 1 }
  trial.tasks.set(id, task)
  Object.assign(model, trial)
  return answers.map((answer) => {
    const [, ...others] = (answer.body as { tasks: Task[] }).tasks
    return { ...answer, body: { tasks: [task, ...others] } }
  })
}

/** Creates the next occurrence of a task that was just completed, if it recurs. */
function continueSeries(model: Model, before: Task, zone: string, moment: Moment): Task | undefined {
  const task = model.tasks.get(before.id)
  if (before.completed || !task?.completed || !task.isRecurring) return undefined
  return repeat(model, task, dayIn(zone, moment.now), moment)
}

/** The fields of a task in the response to a bulk change. */
const BULK_ANSWER_FIELDS = [
  'id',
  'version',
  'completed',
  'completedAt',
  'priority',
  'position',
  'category',
  'projectName',
  'startDate',
  'endDate',
  'dueDate',
  'plannedFor',
  'elapsedTime',
  'updatedAt',
] as const

/**
 * Changes all of the tasks or none, one after the other, and then creates the next occurrences. If a level fills up,
 * the call is rejected, and the message states the slots that were free before the call.
 */
function changeSeveral(
  model: Model,
  { ids, fields, zone }: Call & { kind: 'bulk' },
  moment: Moment,
): Answer[] {
  const before = ids.map((id) => model.tasks.get(id))
  if (before.includes(undefined)) return [refusal(404, 'not_found')]
  const trial = copyModel(model)
  const answers = ids.flatMap((id) =>
    changeOne(trial, { kind: 'change', id, fields, ifMatch: null, zone, endsSeries: false }, moment),
  )
  if (answers.some(({ status }) => status >= 400)) {
    const level = fields.priority ?? 0
    const free = Math.max(0, slotsOf(level) - listOpen(model, level).length)
    const count = free === 0 ? 'no' : `only ${free}`
    const message = `Level ${level} has ${count} free ${free === 1 ? 'slot' : 'slots'}.`
    return [{ status: 409, etag: null, body: { code: 'level_full', message } }]
  }
  Object.assign(model, trial)
  const next = before.flatMap((task) => (task && continueSeries(model, task, zone, moment)?.id) ?? [])
  const tasks = ids.map((id) => {
    const task = model.tasks.get(id)
    return Object.fromEntries(BULK_ANSWER_FIELDS.map((field) => [field, task?.[field]]))
  })
  return [{ status: 200, etag: null, body: { tasks, next } }]
}

function duplicate(model: Model, { id }: Call & { kind: 'duplicate' }, moment: Moment): Answer[] {
  const original = model.tasks.get(id)
  if (!original) return [refusal(404, 'not_found')]
  const open = listOpen(model, original.priority)
  const hasRoom = !original.completed && open.length < slotsOf(original.priority)
  const fields = {
    ...original,
    ...NO_WORK,
    dependencies: original.dependencies,
    plannedFor: original.plannedFor,
    attachments: [],
    parentTaskId: null,
  }
  const copy = addTask(model, fields, moment)
  if (!hasRoom) return [answerTask(201, copy)]
  copy.position = original.position + 1
  // The tasks after the original keep their order and move only as far as necessary.
  let last = copy.position
  for (const task of open.slice(open.findIndex((one) => one.id === id) + 1)) {
    if (task.position > last) break
    last += 1
    replaceTask(model, { ...task, position: last }, moment)
  }
  return [answerTask(201, copy)]
}

function remove(model: Model, { id, ifMatch }: Call & { kind: 'delete' }, moment: Moment): Answer[] {
  const task = model.tasks.get(id)
  if (!task) return [refusal(404, 'not_found')]
  const refusals = refuseVersion(task, ifMatch)
  if (refusals.length > 0) return refusals
  model.tasks.delete(id)
  for (const other of model.tasks.values()) {
    const dependencies = other.dependencies.filter((dependency) => dependency !== String(id))
    if (dependencies.length < other.dependencies.length)
      replaceTask(model, { ...other, dependencies }, moment)
  }
  return [{ status: 204, etag: null, body: null }]
}

function order(model: Model, { level, positions }: Call & { kind: 'order' }, moment: Moment): Answer[] {
  const open = listOpen(model, level)
  const named = positions.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
  const refusals: Answer[] = []
  if (named.length === 0 || new Set(named).size < named.length) refusals.push(refusal(400, 'invalid'))
  if (named.some((id) => !open.some((task) => task.id === id))) refusals.push(refusal(404, 'not_found'))
  if (refusals.length > 0) return refusals
  const wanted = [...named, ...open.map(({ id }) => id).filter((id) => !named.includes(id))]
  for (const task of open) {
    const position = wanted.indexOf(task.id)
    if (position !== task.position) replaceTask(model, { ...task, position }, moment)
  }
  return [{ status: 200, etag: null, body: listOpen(model, level) }]
}

function instantiate(
  model: Model,
  { projectName }: Call & { kind: 'instantiate' },
  moment: Moment,
): Answer[] {
  const made: Task[] = []
  for (const { dependencies, ...fields } of TEMPLATE_TASKS) {
    const ids = dependencies.map((position) => String(made[Number(position)]?.id))
    const known = { ...fields, category: 'Project', projectName, dependencies: ids }
    made.push(addTask(model, known as Fields, moment))
  }
  return [{ status: 201, etag: null, body: { tasks: made } }]
}

/** Creates the next occurrence of a completed task, unless it exists already. */
function repeat(model: Model, task: Task, today: string, moment: Moment): Task | undefined {
  if (model.repeated.has(task.id)) return undefined
  model.repeated.add(task.id)
  const kept = model.seriesDays.get(task.id) ?? {}
  const { dates, seriesDays } = nextDates(task, task.recurrenceFrequency ?? '', kept, today)
  const { clearGoals, notes, nextSteps, attachments, recurrenceForwardContent } = task
  const content = recurrenceForwardContent ? { clearGoals, notes, nextSteps, attachments } : NO_CONTENT
  const parentTaskId = task.parentTaskId ?? task.id
  const next = addTask(model, { ...task, ...NO_WORK, ...content, ...dates, parentTaskId }, moment)
  model.seriesDays.set(next.id, seriesDays)
  model.origins.set(next.id, task.id)
  return next
}

function addTask(model: Model, fields: Fields, { now, newId }: Moment): Task {
  const task = aTask({ ...fields, id: newId(), userId: model.userId, createdAt: now, updatedAt: now })
  task.position ||= endOf(listOpen(model, task.priority))
  if (task.category !== 'Project') task.projectName = null
  if (task.completed) task.completedAt = now
  model.tasks.set(task.id, task)
  model.idMin = Math.min(model.idMin, task.id)
  model.idMax = Math.max(model.idMax, task.id)
  return task
}

function refuseRecurrence({ isRecurring, recurrenceFrequency }: Fields): Answer[] {
  return isRecurring && !recurrenceFrequency ? [refusal(400, 'invalid')] : []
}

function answerTask(status: number, task: Task): Answer {
  return { status, etag: `"${task.version}"`, body: task }
}
