import * as fc from 'fast-check'

import type { Task } from '#domain/task.ts'

import { type Call, type Fields, listOpen } from './tasks-model.ts'
import { type IfMatch, type Pick, type Scene, idOf, linked, versionOf } from './which-task.ts'

/** Something a person does. */
export type Step = {
  name: string
  data: unknown
  /** The calls it comes to, which depend on the tasks there are by then. They are made at once. */
  calls(scene: Scene): Call[]
  /** How long the person waits, where that is all they do. */
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
const texts = fc.constantFrom(null, 'one', 'two')
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

const isOpen = (task: Task) => !task.completed
const move = changeStep('move', merged(fc.record({ priority: levels }), places), isOpen)
const complete = changeStep('complete', fc.constant({ completed: true }), isOpen)
const completeRecurring = changeStep(
  'complete recurring',
  merged(fc.constant({ completed: true }), mostlyNothing(fc.record({ dueDate: dueDates }))),
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
/** Everything in one call, as the edit dialog sends it. */
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

const remove = fc.record({ pick: picks, ifMatch: ifMatches }).map((data) =>
  step('delete', data, (scene) => {
    const id = idOf(scene, data.pick)
    return [{ kind: 'delete', id, ifMatch: versionOf(scene, id, data.ifMatch) }]
  }),
)

const order = fc
  .record({
    /** A task at the level. */
    pick: picks,
    /** Each an open task's place in the level, and where it is wanted. */
    wanted: fc.array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 20 })), { maxLength: 6, size: 'max' }),
    /** Some task, which may have no business there, or the first one a second time. */
    wrong: fc.oneof(
      { weight: 8, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.oneof(picks, fc.constant('twice' as const)) },
    ),
  })
  .map((data) => step('order', data, (scene) => [orderCall(scene, data)]))

const instantiate = fc
  .constantFrom('Bridge', 'Tower')
  .map((projectName) => step('instantiate', projectName, () => [{ kind: 'instantiate', projectName }]))

/** No sum of these is a whole day, at which the documents leave open whether a key still counts. */
const wait = fc
  .constantFrom(1, 23 * 60, 25 * 60, 25 * 60, 9 * 24 * 60 + 7)
  .map((minutes) => ({ ...step('wait', minutes, () => []), minutes }))

const changing = [move, move, move, edit, changeOthers, depend, order, remove]
const completing = [complete, reopen, completeRecurring, completeRecurring, reopenRecurring]
const alone = [create, create, create, instantiate, ...changing, ...completing]
const atOnce = fc
  .oneof(
    fc.tuple(fc.oneof(...alone), fc.oneof(...alone)),
    fc.tuple(move, move),
    fc.tuple(completeRecurring, completeRecurring),
  )
  .map((both) =>
    step(
      'at once',
      both.map(({ name, data }) => ({ [name]: data })),
      (scene) => both.flatMap((one) => one.calls(scene)),
    ),
  )

/**
 * How a person may begin: with up to two projects, which leave little room at the first levels, and with a task that
 * recurs on the last day of the month.
 */
export const BEGINNINGS = fc.record({ projects: fc.nat({ max: 2 }), recurs: fc.boolean() })

export function stepsOfBeginning({ projects, recurs }: { projects: number; recurs: boolean }): Step[] {
  const project: Call = { kind: 'instantiate', projectName: 'Bridge' }
  const fields: Fields = {
    title: 'One',
    priority: 2,
    dueDate: '2026-08-31T09:30',
    isRecurring: true,
    recurrenceFrequency: 'Monthly',
  }
  const calls: Call[] = Array.from({ length: projects }, () => project)
  if (recurs) calls.push({ kind: 'create', fields, key: null })
  return calls.map((call) => step(call.kind, 'beginning', () => [call]))
}

/** What a person may do, each as likely as it is often in this list. */
export const STEPS: fc.Arbitrary<Step>[] = [...alone, depend, order, wait, wait, atOnce, atOnce, atOnce]

/** A step as a failure shows it. */
export function describeStep({ name, data }: Step): string {
  return `${name} ${JSON.stringify(data)}`
}

function step(name: string, data: unknown, calls: Step['calls']): Step {
  return { name, data, calls }
}

/** A step that changes a task, one of those that fit where there are any. */
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
  // The documents say nothing of equal positions, so there are none.
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
