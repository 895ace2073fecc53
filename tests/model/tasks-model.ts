import type { Task } from '#domain/task.ts'

import { dayIn, isAnotherDay, nextDue } from './next-due.ts'

/** What a call says of a task. */
export type Fields = Partial<Task>

/** A call that changes tasks, with everything in it that the answer depends on. */
export type Call =
  | { kind: 'create'; fields: Fields; key: string | null }
  | { kind: 'change'; id: number; fields: Fields; ifMatch: number | null; zone: string; endsSeries: boolean }
  | { kind: 'delete'; id: number; ifMatch: number | null }
  | { kind: 'order'; level: number; positions: { id: number; position: number }[] }
  | { kind: 'instantiate'; projectName: string }

/** An answer of the API. Of a refusal, only what the documents settle. */
export type Answer = { status: number; etag: string | null; body: unknown }

/**
 * One user's tasks as plain data. The model is written from specification.md and decisions.md and imports none of the
 * rules in `src/domain`, only the shape of a task, because it is there to check them. It knows no database either: it
 * counts, sorts and compares whole lists.
 */
export type Model = {
  userId: string
  tasks: Map<number, Task>
  /** The ids of the first and the last task that were made; deleted ones too. */
  idMin: number
  idMax: number
  /** The first answer under each Idempotency-Key. */
  answers: Map<string, { at: string; task: Task }>
  /** Tasks whose next occurrence was made: it is made once, whatever becomes of it. */
  repeated: Set<number>
  /** The day of the month of tasks that a series made. */
  seriesDays: Map<number, number | null>
}

/** When a call is made, and which ids the tasks get that it makes. */
export type Moment = { now: string; newId: () => number }

/** What the template of the test holds, in order; what each depends on is a position in this list. */
export const TEMPLATE_TASKS = [
  { title: 'Plan', priority: 1, estimatedTime: '2h 30m', dependencies: [] },
  { title: 'Build', description: 'All of it', priority: 2, dependencies: ['0'] },
  { title: 'Show', priority: 1, category: 'Meeting', dependencies: ['1', '0'] },
  { title: 'Ask', priority: 3, dependencies: [] },
  { title: 'Change', priority: 2, dependencies: ['3'] },
]

const SLOTS = [3, 3, 4, 4, 6, 6, 8, 8, 10, 10]
const ANSWERS_KEPT_MS = 24 * 3_600_000

export function emptyModel(userId: string): Model {
  return {
    userId,
    tasks: new Map(),
    idMin: Infinity,
    idMax: 0,
    answers: new Map(),
    repeated: new Set(),
    seriesDays: new Map(),
  }
}

/** A model that changes without the other one. Tasks are replaced, never written into, so they are shared. */
export function copyModel(model: Model): Model {
  return {
    ...model,
    tasks: new Map(model.tasks),
    answers: new Map(model.answers),
    repeated: new Set(model.repeated),
    seriesDays: new Map(model.seriesDays),
  }
}

/** Every task by priority, position, id. */
export function listAll(model: Model): Task[] {
  const all = [...model.tasks.values()]
  return all.toSorted((a, b) => a.priority - b.priority || a.position - b.position || a.id - b.id)
}

/** The completed tasks, newest first, ties by higher id. */
export function listCompleted(model: Model): Task[] {
  const completed = [...model.tasks.values()].filter((task) => task.completed)
  return completed.toSorted((a, b) => completedMs(b) - completedMs(a) || b.id - a.id)
}

function completedMs({ completedAt }: Task): number {
  return Date.parse(completedAt ?? '')
}

/** The open tasks at a level, in order. */
export function listOpen(model: Model, level: number): Task[] {
  return listAll(model).filter((task) => task.priority === level && !task.completed)
}

/** How many open tasks a move may bring a level to. */
export function slotsOf(level: number): number {
  return SLOTS[level - 1] ?? 0
}

/**
 * Makes a call to the model. More than one answer where several refusals apply at once: the documents do not say which
 * comes first.
 */
export function makeCall(model: Model, call: Call, moment: Moment): Answer[] {
  switch (call.kind) {
    case 'create':
      return create(model, call, moment)
    case 'change':
      return change(model, call, moment)
    case 'delete':
      return remove(model, call, moment)
    case 'order':
      return order(model, call, moment)
    case 'instantiate':
      return instantiate(model, call, moment)
  }
}

function create(model: Model, { fields, key }: Call & { kind: 'create' }, moment: Moment): Answer[] {
  const first = key === null ? undefined : model.answers.get(key)
  if (first && Date.parse(moment.now) - Date.parse(first.at) < ANSWERS_KEPT_MS)
    return [answerTask(201, first.task)]
  const refusals = [...refuseDependencies(model, null, fields), ...refuseRecurrence(fields)]
  if (refusals.length > 0) return refusals
  const task = addTask(model, fields, moment)
  if (key !== null) model.answers.set(key, { at: moment.now, task })
  return [answerTask(201, task)]
}

function change(model: Model, call: Call & { kind: 'change' }, moment: Moment): Answer[] {
  const before = model.tasks.get(call.id)
  if (!before) return [refusal(404, 'not_found')]
  const { position, ...fields } = call.fields
  const after = { ...before, ...fields, ...(call.endsSeries && { isRecurring: false }) }
  if (after.category !== 'Project') after.projectName = null
  if (!after.completed) after.completedAt = null
  else if (!before.completed) after.completedAt = moment.now

  const others = listOpen(model, after.priority).filter((task) => task.id !== call.id)
  const moves = after.priority !== before.priority
  const takesSlot = moves && !before.completed && !after.completed
  const refusals = [
    ...refuseVersion(before, call.ifMatch),
    ...refuseDependencies(model, call.id, fields),
    ...refuseRecurrence(after),
    ...(takesSlot ? refuseFull(after.priority, others.length) : []),
  ]
  if (refusals.length > 0) return refusals
  // Reopening is capture: like a new task, it goes to the end.
  if (moves) after.position = position || endOf(others)
  else if (before.completed && !after.completed) after.position = endOf(others)

  if (JSON.stringify(after) === JSON.stringify(before)) return [answerTask(200, before)]
  const task = replaceTask(model, after, moment)
  if (isAnotherDay(before.dueDate, task.dueDate)) model.seriesDays.delete(task.id)
  if (!before.completed && task.completed && task.isRecurring)
    repeat(model, task, dayIn(call.zone, moment.now), moment)
  return [answerTask(200, task)]
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

/** The next occurrence of a task that was just completed, unless it was made before. */
function repeat(model: Model, task: Task, today: string, moment: Moment): void {
  if (model.repeated.has(task.id)) return
  model.repeated.add(task.id)
  const kept = model.seriesDays.get(task.id) ?? null
  const { due, seriesDay } = nextDue(task.dueDate, task.recurrenceFrequency ?? '', kept, today)
  const { title, description, priority, category, projectName, estimatedTime } = task
  const { isRecurring, recurrenceFrequency, recurrenceForwardContent } = task
  const { clearGoals, notes, nextSteps, attachments } = task
  const what = { title, description, priority, category, projectName, estimatedTime, dueDate: due }
  const series = { isRecurring, recurrenceFrequency, recurrenceForwardContent }
  const content = recurrenceForwardContent ? { clearGoals, notes, nextSteps, attachments } : {}
  const parentTaskId = task.parentTaskId ?? task.id
  const next = addTask(model, { ...what, ...series, ...content, parentTaskId }, moment)
  model.seriesDays.set(next.id, seriesDay)
}

function addTask(model: Model, fields: Fields, { now, newId }: Moment): Task {
  const task: Task = {
    ...BLANK,
    ...fields,
    id: newId(),
    userId: model.userId,
    createdAt: now,
    updatedAt: now,
  }
  task.position ||= endOf(listOpen(model, task.priority))
  if (task.category !== 'Project') task.projectName = null
  if (task.completed) task.completedAt = now
  model.tasks.set(task.id, task)
  model.idMin = Math.min(model.idMin, task.id)
  model.idMax = Math.max(model.idMax, task.id)
  return task
}

function replaceTask(model: Model, task: Task, { now }: Moment): Task {
  const replaced = { ...task, version: task.version + 1, updatedAt: now }
  model.tasks.set(task.id, replaced)
  return replaced
}

function endOf(level: Task[]): number {
  return level.length === 0 ? 0 : Math.max(...level.map((task) => task.position)) + 1
}

function refuseVersion(task: Task, ifMatch: number | null): Answer[] {
  if (ifMatch === null || ifMatch === task.version) return []
  return [{ status: 412, etag: null, body: { code: 'changed', task } }]
}

function refuseDependencies(model: Model, id: number | null, { dependencies = [] }: Fields): Answer[] {
  const isUnknown = dependencies.some((dependency) => !model.tasks.has(Number(dependency)))
  const isCycle = id !== null && dependencies.some((dependency) => leadsTo(model, Number(dependency), id))
  return [
    ...(isUnknown ? [refusal(400, 'unknown_dependency')] : []),
    ...(isCycle ? [refusal(400, 'dependency_cycle')] : []),
  ]
}

/** Whether a task is another one or comes after it. There are no circles among the tasks of a model. */
function leadsTo(model: Model, from: number, to: number): boolean {
  if (from === to) return true
  return (model.tasks.get(from)?.dependencies ?? []).some((next) => leadsTo(model, Number(next), to))
}

function refuseRecurrence({ isRecurring, recurrenceFrequency }: Fields): Answer[] {
  return isRecurring && !recurrenceFrequency ? [refusal(400, 'invalid')] : []
}

function refuseFull(level: number, openCount: number): Answer[] {
  const slots = slotsOf(level)
  if (openCount < slots) return []
  const message = `Level ${level} is full (${openCount} of ${slots}).`
  return [{ status: 409, etag: null, body: { code: 'level_full', message } }]
}

function refusal(status: number, code: string): Answer {
  return { status, etag: null, body: { code } }
}

function answerTask(status: number, task: Task): Answer {
  return { status, etag: `"${task.version}"`, body: task }
}

/** What is unset is null, lists are empty; the rest are the defaults of the specification. */
const BLANK: Task = {
  id: 0,
  title: '',
  description: null,
  dueDate: null,
  priority: 5,
  category: 'Task',
  projectName: null,
  estimatedTime: null,
  startDate: null,
  endDate: null,
  progress: 0,
  dependencies: [],
  attachments: [],
  completed: false,
  completedAt: null,
  position: 0,
  isRecurring: false,
  recurrenceFrequency: null,
  recurrenceForwardContent: false,
  parentTaskId: null,
  elapsedTime: 0,
  clearGoals: null,
  notes: null,
  nextSteps: null,
  userId: '',
  version: 1,
  createdAt: '',
  updatedAt: '',
}
