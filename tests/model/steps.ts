import * as fc from 'fast-check'

import type { Task } from '#domain/tasks/task.ts'

import { roomFor } from './slots-model.ts'
import { type Call, type Fields, type SeenMoves, listOpen } from './model.ts'
import { type IfMatch, type Pick, type Scene, idOf, linked, versionOf } from './which-task.ts'

/** A user action. */
export type Step = {
  name: string
  data: unknown
  /** Returns the calls of the action, which run concurrently, for the current tasks. */
  calls(scene: Scene): Call[]
  /** How long the user waits, for an action without calls. */
  minutes?: number
}

const picks = fc.oneof(
  { weight: 20, arbitrary: fc.nat({ max: 11 }) },
  { weight: 1, arbitrary: fc.constantFrom<Pick[]>('deleted', 'foreign') },
)
/** Mostly small levels, so that they fill up. */
const levels = fc.constantFrom<Task['priority'][]>(1, 1, 1, 2, 2, 3, 5, 10)
const frequencies = fc.constantFrom<Task['recurrenceFrequency'][]>(
  'Daily',
  'Weekly',
  'Bi-weekly',
  'Monthly',
  'Quarterly',
  'Yearly',
)
const dueDates = fc.constantFrom(
  null,
  '2026-01-31',
  '2026-08-31T09:30',
  '2026-11-20',
  '2026-12-30',
  '2027-03-31',
  'when the rain stops',
)
const startDates = fc.constantFrom(null, '2026-01-31', '2026-11-30', '2026-12-24', '2028-02-29')
const endDates = fc.constantFrom(null, '2026-02-01', '2026-12-31', '2028-03-01', 'in the end')
const texts = fc.constantFrom(null, '', 'one', 'two')
const places = mostlyNothing(fc.record({ position: fc.nat({ max: 6 }) }))
const recurring = fc.record({
  isRecurring: fc.constant(true),
  recurrenceFrequency: frequencies,
  recurrenceForwardContent: fc.boolean(),
})
const recurrences = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: recurring },
  { weight: 1, arbitrary: fc.constant({ isRecurring: true }) },
  { weight: 1, arbitrary: fc.constant({ isRecurring: false }) },
)
const otherFields = fc.record(
  {
    title: fc.constantFrom('One', 'Two'),
    description: texts,
    category: fc.constantFrom('Task', 'Project', 'Meeting'),
    projectName: fc.constantFrom(null, 'Bridge'),
    dueDate: dueDates,
    startDate: startDates,
    endDate: endDates,
    plannedFor: fc.constantFrom(null, '2026-11-20', '2028-02-29'),
    progress: fc.constantFrom(0, 10, 100),
    elapsedTime: fc.constantFrom(0, 90),
    notes: texts,
    clearGoals: texts,
    attachments: fc.constantFrom<string[][]>([], ['plan.pdf']),
  },
  { requiredKeys: [] },
)
const dependencies = fc.uniqueArray(picks, { maxLength: 3 })
const ifMatches = fc.oneof(
  { weight: 5, arbitrary: fc.constant<IfMatch>('none') },
  { weight: 1, arbitrary: fc.constantFrom<IfMatch[]>('now', 'stale') },
)

const create = fc
  .record({
    fields: merged(
      fc.record({ title: fc.constantFrom('One', 'Two'), priority: levels }),
      mostlyNothing(fc.constant({ completed: true })),
      otherFields,
      recurrences,
      places,
    ),
    dependencies: mostlyNothing(fc.record({ dependencies })),
    key: fc.constantFrom(null, null, null, 'a', 'a', 'b'),
  })
  .map((data) =>
    step('create', data, (scene) => [
      { kind: 'create', fields: { ...data.fields, ...linked(scene, data.dependencies) }, key: data.key },
    ]),
  )

/** Picks from only a few bodies and keys, so that the same request is often repeated. */
const createAgain = fc
  .record({ fields: fc.record({ title: fc.constantFrom('One', 'Two') }), key: fc.constantFrom('c', 'd') })
  .map((data) => step('create again', data, () => [{ kind: 'create', ...data }]))

const isOpen = (task: Task) => !task.completed
const move = changeStep('move', merged(fc.record({ priority: levels }), places), isOpen)
const complete = changeStep('complete', fc.constant({ completed: true }), isOpen)
const completeRecurring = changeStep(
  'complete recurring',
  merged(
    fc.constant({ completed: true }),
    mostlyNothing(fc.record({ dueDate: dueDates })),
    mostlyNothing(fc.record({ startDate: startDates })),
  ),
  (task) => task.isRecurring && !task.completed,
)
const reopen = changeStep(
  'reopen',
  fc.oneof(fc.constant({ completed: false }), fc.record({ completed: fc.constant(false), priority: levels })),
  (task) => task.completed,
)
const reopenRecurring = changeStep(
  'reopen recurring',
  fc.constant({ completed: false }),
  (task) => task.isRecurring && task.completed,
)
const changeOthers = changeStep('change', merged(otherFields, recurrences))
/** Changes everything in one request, as the edit dialog does. */
const edit = changeStep(
  'edit',
  merged(
    fc.record({ priority: levels, completed: fc.boolean() }, { requiredKeys: [] }),
    otherFields,
    recurrences,
    places,
  ),
)

const depend = fc.record({ pick: picks, dependencies }).map((data) =>
  step('depend', data, (scene) => [
    {
      kind: 'change',
      id: idOf(scene, data.pick),
      fields: linked(scene, data),
      ifMatch: null,
      zone: 'UTC',
      endsSeries: false,
    },
  ]),
)

/** An action for several tasks, as the bulk bar does. */
const bulk = fc
  .record({
    picks: fc.uniqueArray(picks, { minLength: 1, maxLength: 5, size: 'max' }),
    fields: fc.oneof(
      { weight: 3, arbitrary: fc.record({ priority: levels }) },
      { weight: 2, arbitrary: fc.constant<Fields>({ completed: true }) },
      fc.record({ completed: fc.constant(false), priority: levels }),
      fc.constant<Fields>({ completed: false }),
      fc.constantFrom<Fields[]>({ category: 'Project', projectName: 'Bridge' }, { category: 'Meeting' }),
      fc.record({ dueDate: dueDates }),
      fc.constant<Fields>({ startDate: null, endDate: null, dueDate: null, plannedFor: null }),
      fc.constantFrom<Fields[]>({ plannedFor: '2026-11-20' }, { plannedFor: null }),
    ),
    zone: fc.constantFrom('UTC', 'Pacific/Kiritimati'),
  })
  .map((data) =>
    step('bulk', data, (scene) => {
      const ids = [...new Set(data.picks.map((pick) => idOf(scene, pick)))]
      return [{ kind: 'bulk', ids, fields: data.fields, zone: data.zone }]
    }),
  )

const remove = fc.record({ pick: picks, ifMatch: ifMatches }).map((data) =>
  step('delete', data, (scene) => {
    const id = idOf(scene, data.pick)
    return [{ kind: 'delete', id, ifMatch: versionOf(scene, id, data.ifMatch) }]
  }),
)

const duplicate = fc
  .record({ pick: picks })
  .map((data) => step('duplicate', data, (scene) => [{ kind: 'duplicate', id: idOf(scene, data.pick) }]))

const order = fc
  .record({
    /** A task at the level. */
    pick: picks,
    /** Open tasks of the level, with their new positions. */
    wanted: fc.array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 20 })), { maxLength: 6, size: 'max' }),
    /** Any task, which may be invalid here, or a duplicate of the first one. */
    wrong: fc.oneof(
      { weight: 8, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.oneof(picks, fc.constant('twice' as const)) },
    ),
  })
  .map((data) => step('order', data, (scene) => [orderCall(scene, data)]))

const instantiate = fc
  .constantFrom('Bridge', 'Tower')
  .map((projectName) => step('instantiate', projectName, () => [{ kind: 'instantiate', projectName }]))

/** No likely sum of these is exactly a day, because the documents don't say whether a key is still valid then. */
const wait = fc
  .constantFrom(1, 23 * 60, 25 * 60, 25 * 60, 9 * 24 * 60 + 7)
  .map((minutes) => ({ ...step('wait', minutes, () => []), minutes }))

/** Mostly accepts the current moves, as the tray does. */
const seens = fc.constantFrom('now', 'now', 'any', 'other')
const makingRoom = fc
  .record({
    pick: picks,
    other: picks,
    /** Null for a swap. */
    level: fc.option(levels, { nil: null, freq: 2 }),
    seen: seens,
    patch: fc.option(merged(otherFields, recurrences), { nil: null, freq: 1 }),
    dependencies: mostlyNothing(fc.record({ dependencies })),
    ifMatch: ifMatches,
  })
  .map((data) =>
    step('make room', data, (scene) => {
      const id = idOf(scene, data.pick, isOpen)
      const patch = data.patch && { ...data.patch, ...linked(scene, data.dependencies) }
      const call = { id, moves: null, patch, ifMatch: versionOf(scene, id, data.ifMatch) }
      const room: Call & { kind: 'swap' | 'push' } =
        data.level === null
          ? { ...call, kind: 'swap', with: idOf(scene, data.other, isOpen) }
          : { ...call, kind: 'push', level: data.level }
      const now: SeenMoves = roomFor(scene.model, room)?.moves ?? [{ id, priority: 1 }]
      if (data.seen === 'any') return [room]
      return [{ ...room, moves: data.seen === 'now' ? now : now.toReversed() }]
    }),
  )

/** Undoes one of the latest commands, or a command that can't be undone. */
const undo = fc.record({ pick: fc.nat({ max: 3 }), isLate: fc.boolean() }).map((data) =>
  step('undo', data, ({ model }) => {
    const name = [...model.undos.keys()].at(data.isLate ? -1 : -1 - data.pick)
    return [{ kind: 'undo', name: name ?? 'none' }]
  }),
)

const waitInLine = fc
  .record({ pick: picks, fields: merged(fc.record({ priority: levels }), places) })
  .map((data) =>
    step('wait in line', data, (scene) => [
      {
        kind: 'change',
        id: idOf(scene, data.pick, isOpen),
        fields: data.fields,
        ifMatch: null,
        zone: 'UTC',
        endsSeries: false,
        waits: true,
      },
    ]),
  )

const room = [makingRoom, makingRoom, makingRoom, waitInLine]
const changing = [move, move, move, edit, changeOthers, depend, order, remove, duplicate, bulk, bulk]
const completing = [complete, reopen, completeRecurring, completeRecurring, reopenRecurring]
const undoing = [undo, undo, undo]
const alone = [
  create,
  create,
  create,
  createAgain,
  instantiate,
  ...changing,
  ...completing,
  ...room,
  ...undoing,
]
const atOnce = fc
  .oneof(
    fc.tuple(fc.oneof(...alone), fc.oneof(...alone)),
    fc.tuple(move, move),
    fc.tuple(makingRoom, makingRoom),
    fc.tuple(makingRoom, move),
    fc.tuple(completeRecurring, completeRecurring),
    fc.tuple(createAgain, createAgain),
    fc.tuple(undo, undo),
    fc.tuple(undo, move),
  )
  .map((both) =>
    step(
      'at once',
      both.map(({ name, data }) => ({ [name]: data })),
      (scene) => both.flatMap((one) => one.calls(scene)),
    ),
  )

/**
 * Sets up a user with up to two projects, which almost fill the first levels, and possibly a task that recurs on the
 * last day of the month.
 */
export const BEGINNINGS = fc.record({ projects: fc.nat({ max: 2 }), recurs: fc.boolean() })

export function stepsOfBeginning({ projects, recurs }: { projects: number; recurs: boolean }): Step[] {
  const project: Call = { kind: 'instantiate', projectName: 'Bridge' }
  const fields: Fields = {
    title: 'One',
    priority: 2,
    startDate: '2026-08-30',
    dueDate: '2026-08-31T09:30',
    isRecurring: true,
    recurrenceFrequency: 'Monthly',
  }
  const calls: Call[] = Array.from({ length: projects }, () => project)
  if (recurs) calls.push({ kind: 'create', fields, key: null })
  return calls.map((call) => step(call.kind, 'beginning', () => [call]))
}

/** The possible actions. An action that is listed twice is twice as likely. */
export const STEPS: fc.Arbitrary<Step>[] = [...alone, depend, order, wait, wait, atOnce, atOnce, atOnce]

/** Returns the text that a failure shows for a step. */
export function describeStep({ name, data }: Step): string {
  return `${name} ${JSON.stringify(data)}`
}

function step(name: string, data: unknown, calls: Step['calls']): Step {
  return { name, data, calls }
}

/** Returns steps that change a task, if possible one that `fits`. */
function changeStep(name: string, fields: fc.Arbitrary<Fields>, fits?: (task: Task) => boolean) {
  return fc
    .record({
      pick: picks,
      fields,
      ifMatch: ifMatches,
      zone: fc.constantFrom('UTC', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'),
      endsSeries: fc.constantFrom(false, false, false, false, false, true),
    })
    .map((data) =>
      step(name, data, (scene) => {
        const id = idOf(scene, data.pick, fits)
        const { fields, zone, endsSeries } = data
        return [{ kind: 'change', id, fields, zone, endsSeries, ifMatch: versionOf(scene, id, data.ifMatch) }]
      }),
    )
}

function orderCall(
  scene: Scene,
  data: { pick: Pick; wanted: [place: number, position: number][]; wrong: Pick | 'twice' | null },
): Call {
  const level = scene.model.tasks.get(idOf(scene, data.pick, isOpen))?.priority ?? 1
  const open = listOpen(scene.model, level)
  // The documents don't define equal positions, so none occur.
  const wanted = new Map(data.wanted.map(([place, position], i) => [place % open.length, position * 6 + i]))
  const positions = open.flatMap(({ id }, place) => {
    const position = wanted.get(place)
    return position === undefined ? [] : [{ id, position }]
  })
  const first = positions[0]
  if (data.wrong === 'twice' && first) positions.push({ ...first, position: 900 })
  else if (data.wrong !== null && data.wrong !== 'twice')
    positions.push({ id: idOf(scene, data.wrong), position: 901 })
  return { kind: 'order', level, positions }
}

function mostlyNothing<T extends object>(rarely: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant<Partial<T>>({}) }, { weight: 1, arbitrary: rarely })
}

function merged(...parts: fc.Arbitrary<Fields>[]): fc.Arbitrary<Fields> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Fields)
}
