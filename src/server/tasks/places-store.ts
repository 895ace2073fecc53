import type { Place } from '#domain/tasks/level.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { BoardTask, TitledPlace } from '#domain/tasks/slot-commands.ts'
import type { PlacedTask } from '#domain/tasks/slot-schema.ts'
import type { BoardPlace } from '#domain/tasks/slots.ts'

import { withGiven, withGivenIds } from '../db/given-rows.ts'
import { prepared } from '../db/prepared.ts'
import type { Database } from '../db/schema.ts'
import { noteVersions } from './note-versions.ts'

/** Returns the open tasks at a level, in order, without the task `exceptId` that is being moved. */
export async function listPlaces(
  db: Database,
  userId: string,
  level: Level,
  exceptId: number | null = null,
): Promise<Place[]> {
  const places = await placeRows(db, userId, level)
  return exceptId === null ? places : places.filter(({ id }) => id !== exceptId)
}

const openPlaces = (db: Database, userId: string, level: Level) =>
  db
    .selectFrom('tasks')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .where('completed', '=', false)
    .where('priority', '=', level)

const placeRows = prepared(2, (db, userId: string, level: Level) =>
  openPlaces(db, userId, level).orderBy('position').orderBy('id'),
)

/** Returns the last open task at a level, as a list of at most one. */
export const listLastPlace = prepared(2, (db, userId: string, level: Level) =>
  openPlaces(db, userId, level).orderBy('position', 'desc').orderBy('id', 'desc').limit(1),
)

/** Returns the place of the last open task at each level, as a list of at most one place. Its id is always 0. */
export async function listLastPlaces(
  db: Database,
  userId: string,
  levels: Iterable<Level>,
): Promise<Map<Level, readonly Place[]>> {
  const wanted = Array.from(new Set(levels), (level) => ({ level }))
  const rows = await withGiven(db, { level: 'integer' }, wanted)
    .selectFrom('given')
    .select((eb) => [
      'given.level',
      eb
        .selectFrom('tasks')
        .select('position')
        .where('user_id', '=', userId)
        .where('completed', '=', false)
        .whereRef('priority', '=', 'given.level')
        .orderBy('position', 'desc')
        .limit(1)
        .as('position'),
    ])
    .execute()
  return new Map(
    rows.map(({ level, position }) => [level as Level, position === null ? [] : [{ id: 0, position }]]),
  )
}

/** Returns the open tasks at each of the levels, in order. */
export async function listPlacesAt(
  db: Database,
  userId: string,
  levels: Iterable<Level>,
): Promise<Map<Level, readonly Place[]>> {
  const wanted = [...new Set(levels)]
  if (wanted.length === 0) return new Map()
  const places = Map.groupBy(await openAt(db, userId, wanted).execute(), ({ level }) => level)
  return new Map(
    wanted.map((level) => [level, (places.get(level) ?? []).map(({ id, position }) => ({ id, position }))]),
  )
}

/** Returns the open tasks at each of the levels with their titles, in order. */
export async function listTitledPlaces(
  db: Database,
  userId: string,
  levels: readonly Level[],
): Promise<Map<Level, TitledPlace[]>> {
  const rows = await openAt(db, userId, levels).select('title').execute()
  return Map.groupBy(rows, ({ level }) => level as Level)
}

function openAt(db: Database, userId: string, levels: readonly Level[]) {
  return db
    .selectFrom('tasks')
    .select(['id', 'position', 'priority as level'])
    .where('user_id', '=', userId)
    .where('completed', '=', false)
    .where('priority', 'in', levels)
    .orderBy('position')
    .orderBy('id')
}

/** Returns the levels and positions of the given tasks by id. Omits tasks that don't exist or belong to another user. */
export async function mapBoardTasks(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, BoardTask>> {
  const rows = await givenTasks(db, userId, ids)
    .select(['id', 'title', 'completed', 'priority', 'position'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, priority: row.priority as Level, completed: Boolean(row.completed) },
    ]),
  )
}

/** Returns the given tasks with their levels and positions, in the given order. Leaves out tasks that don't exist. */
export async function listPlaced(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<PlacedTask[]> {
  const rows = await givenTasks(db, userId, ids).select(PLACED_COLUMNS).execute()
  return inGivenOrder(ids, rows as PlacedTask[])
}

const PLACED_COLUMNS = [
  'tasks.id',
  'tasks.version',
  'tasks.priority',
  'tasks.position',
  'tasks.updated_at as updatedAt',
] as const

function givenTasks(db: Database, userId: string, ids: readonly number[]) {
  return withGivenIds(db, ids)
    .selectFrom('tasks')
    .where('user_id', '=', userId)
    .where('id', 'in', (query) => query.selectFrom('given').select('id'))
}

function inGivenOrder<T extends { id: number }>(ids: readonly number[], found: readonly T[]): T[] {
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Moves the user's tasks to positions at any level, increases each version, and returns the tasks in the given order. */
export async function moveToPlaces(
  db: Database,
  userId: string,
  places: readonly BoardPlace[],
  now: string,
): Promise<PlacedTask[]> {
  if (places.length === 0) return []
  const moved = await withGiven(db, { id: 'integer', priority: 'integer', position: 'integer' }, places)
    .updateTable('tasks')
    .from('given')
    .set((eb) => ({
      priority: eb.ref('given.priority'),
      position: eb.ref('given.position'),
      version: eb('tasks.version', '+', 1),
      updated_at: now,
    }))
    .where('tasks.user_id', '=', userId)
    .whereRef('tasks.id', '=', 'given.id')
    .returning(PLACED_COLUMNS)
    .execute()
  noteVersions(db, places, moved)
  return inGivenOrder(
    places.map(({ id }) => id),
    moved as PlacedTask[],
  )
}
