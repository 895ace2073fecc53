import type { Task } from '#domain/tasks/task.ts'

import type { SeriesDays } from './next-dates.ts'

/** The task fields in a command. */
export type Fields = Partial<Task>

/** The moves that the user saw, or null for a command that accepts any moves. */
export type SeenMoves = { id: number; priority: number }[] | null

/** A command that changes tasks, with everything that its response depends on. */
export type Call =
  | { kind: 'create'; fields: Fields; key: string | null }
  | {
      kind: 'change'
      id: number
      fields: Fields
      ifMatch: number | null
      zone: string
      endsSeries: boolean
      /** Whether a move to a full level joins its waiting line. */
      waits?: boolean
    }
  | { kind: 'bulk'; ids: number[]; fields: Fields; zone: string }
  | { kind: 'duplicate'; id: number }
  | { kind: 'delete'; id: number; ifMatch: number | null }
  | { kind: 'swap'; id: number; with: number; moves: SeenMoves; patch: Fields | null; ifMatch: number | null }
  | {
      kind: 'push'
      id: number
      level: number
      moves: SeenMoves
      patch: Fields | null
      ifMatch: number | null
    }
  | { kind: 'undo'; name: string }
  | { kind: 'order'; level: number; positions: { id: number; position: number }[] }
  | { kind: 'instantiate'; projectName: string }

/** A response of the API. An error contains only the parts that the specification defines. */
export type Answer = { status: number; etag: string | null; body: unknown }

/**
 * One user's tasks as plain data. The model follows specification.md and decisions.md. The model imports only the
 * fields of a task and their initial values from `src/domain`, because it checks the rules there. Instead of a database
 * it uses lists, which it counts, sorts and compares.
 */
export type Model = {
  userId: string
  tasks: Map<number, Task>
  /** The ids of the first and the last created task, including deleted ones. */
  idMin: number
  idMax: number
  /** The first body sent with each Idempotency-Key, and the task it created. */
  keys: Map<string, { at: string; body: string; id: number }>
  /** Tasks whose next occurrence was created. The next occurrence is created only once, regardless of later changes. */
  repeated: Set<number>
  /** The task whose completion created each next occurrence. */
  origins: Map<number, number>
  /** The series days of tasks that a series created. */
  seriesDays: Map<number, SeriesDays>
  /** The commands that can be undone, by name. */
  undos: Map<string, Undo>
  /**
   * Other models that match all results so far. Two concurrent calls can have the same result in either order and
   * still record different undos.
   */
  others: Model[]
}

/**
 * The tasks that a call changed, the next occurrences that it created, and the number of open tasks at the levels that it
 * moved tasks from or to.
 */
export type Undo = {
  at: string
  tasks: { before: Task; after: Task }[]
  created: Task[]
  counts: { level: number; before: number }[]
  /** The series days that the call reset. */
  seriesDays: (readonly [id: number, days: SeriesDays])[]
}

/** The time of a call, and the ids of the tasks that it creates. */
export type Moment = { now: string; newId: () => number }

const SLOTS = [3, 3, 4, 4, 6, 6, 8, 8, 10, 10]

export function emptyModel(userId: string): Model {
  return {
    userId,
    tasks: new Map(),
    idMin: Infinity,
    idMax: 0,
    keys: new Map(),
    repeated: new Set(),
    origins: new Map(),
    seriesDays: new Map(),
    undos: new Map(),
    others: [],
  }
}

/**
 * Copies a model, so that the copies change independently. Tasks are replaced and never mutated, so the copies share
 * them.
 */
export function copyModel(model: Model): Model {
  return {
    ...model,
    tasks: new Map(model.tasks),
    keys: new Map(model.keys),
    repeated: new Set(model.repeated),
    origins: new Map(model.origins),
    undos: new Map(model.undos),
    seriesDays: new Map(model.seriesDays),
    others: [],
  }
}

/** Returns every task, ordered by priority, position and id. */
export function listAll(model: Model): Task[] {
  const all = [...model.tasks.values()]
  return all.toSorted((a, b) => a.priority - b.priority || a.position - b.position || a.id - b.id)
}

/** Returns the completed tasks, newest first, then by higher id. */
export function listCompleted(model: Model): Task[] {
  const completed = [...model.tasks.values()].filter((task) => task.completed)
  return completed.toSorted((a, b) => completedMs(b) - completedMs(a) || b.id - a.id)
}

function completedMs({ completedAt }: Task): number {
  return Date.parse(completedAt ?? '')
}

/** Returns the open tasks at a level, in order. */
export function listOpen(model: Model, level: number): Task[] {
  return listAll(model).filter((task) => task.priority === level && !task.completed)
}

/** Returns the maximum number of open tasks at a level after a move. */
export function slotsOf(level: number): number {
  return SLOTS[level - 1] ?? 0
}

export function replaceTask(model: Model, task: Task, { now }: Moment): Task {
  const replaced = { ...task, version: task.version + 1, updatedAt: now }
  model.tasks.set(task.id, replaced)
  return replaced
}

export function endOf(level: Task[]): number {
  return level.length === 0 ? 0 : Math.max(...level.map((task) => task.position)) + 1
}

export function refuseVersion(task: Task, ifMatch: number | null): Answer[] {
  if (ifMatch === null || ifMatch === task.version) return []
  return [{ status: 412, etag: null, body: { code: 'changed', task } }]
}

export function refuseFull(level: number, openCount: number): Answer[] {
  return openCount < slotsOf(level) ? [] : [levelFull(level, openCount)]
}

export function levelFull(level: number, openCount: number): Answer {
  const message = `Level ${level} is full (${openCount} of ${slotsOf(level)}).`
  return { status: 409, etag: null, body: { code: 'level_full', message } }
}

export function refusal(status: number, code: string): Answer {
  return { status, etag: null, body: { code } }
}

export function refuseDependencies(model: Model, id: number | null, { dependencies = [] }: Fields): Answer[] {
  const isUnknown = dependencies.some((dependency) => !model.tasks.has(Number(dependency)))
  const isCycle = id !== null && dependencies.some((dependency) => leadsTo(model, Number(dependency), id))
  return [
    ...(isUnknown ? [refusal(400, 'unknown_dependency')] : []),
    ...(isCycle ? [refusal(400, 'dependency_cycle')] : []),
  ]
}

/** Returns whether a task is the other one or depends on it, directly or indirectly. Dependencies have no cycles. */
function leadsTo(model: Model, from: number, to: number): boolean {
  if (from === to) return true
  return (model.tasks.get(from)?.dependencies ?? []).some((next) => leadsTo(model, Number(next), to))
}
