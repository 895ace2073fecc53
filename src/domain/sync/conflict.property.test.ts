import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { TenfoldError } from '../error.ts'
import { splitLevel } from '../tasks/level.ts'
import type { Level } from '../tasks/priority.ts'
import { changeTask, createTask } from '../tasks/task-rules.ts'
import type { Task, TaskPatch } from '../tasks/task.ts'
import { taskDraftSchema } from '../tasks/task-draft.ts'
import { type StaleChange, baseOf, decideConflict, resolveConflicts } from './conflict.ts'
import { TASK_KINDS } from './task-kinds.ts'

/** The fields with typed text. Each typed text is unique, so that it can be traced. */
const TEXTS = ['title', 'description', 'projectName', 'notes'] as const

const NOW = { now: '2026-11-23T09:00:00.000Z', userId: 'u1' }
/** The other open tasks at level 1, which has one free slot. */
const OTHERS = [1, 2].map((position) => ({ id: 100 + position, position }))

type Request = { key: number; patch: TaskPatch; version: number; waits: boolean }
type Answer = { status: 'ok' | 'changed'; task: Task } | { status: 'full' } | { status: 'gone' }

/** A server with one task, which checks versions and slots, and applies each request key once. */
function createServer() {
  let task: Task | null = {
    ...createTask(
      taskDraftSchema.parse({ title: 'Board memo', category: 'Project', projectName: 'Q4' }),
      [],
      NOW,
    ),
    id: 1,
  }
  let trashed: Task | null = null
  let isFull = false
  const done = new Set<number>()
  return {
    task: () => task,
    trashed: () => trashed,
    fill: (full: boolean) => (isFull = full),
    delete: () => {
      trashed = task ?? trashed
      task = null
    },
    restore: () => {
      task ??= trashed && { ...trashed, version: trashed.version + 1 }
    },
    change: ({ key, patch, version, waits }: Request): Answer => {
      if (!task) return { status: 'gone' }
      if (done.has(key)) return { status: 'ok', task }
      if (task.version !== version) return { status: 'changed', task }
      const level = patch.priority === 1 ? [...OTHERS, ...(isFull ? [{ id: 103, position: 3 }] : [])] : []
      try {
        task = changeTask(task, patch, level, NOW, waits)
      } catch (error) {
        if (error instanceof TenfoldError && error.code === 'level_full') return { status: 'full' }
        throw error
      }
      if (waits && task.priority === 1 && !task.completed)
        expect(isFull, 'only a full level has a waiting line').toBe(
          splitLevel(1, [...level, task]).waiting.includes(task),
        )
      done.add(key)
      return { status: 'ok', task }
    },
  }
}

type Server = ReturnType<typeof createServer>

/** The typed strings that a user saw before they were replaced, or that went to the trash. */
type Seen = Set<unknown>

type Waiting = StaleChange<TaskPatch> & Request

/** Creates a device with a queue of unsent changes. */
function createDevice(server: Server, seen: Seen, keysFrom: number) {
  let known: Task | null = server.task()
  let key = keysFrom
  const queue: Waiting[] = []
  const shown = (): Task | null =>
    known && (Object.assign({}, known, ...queue.map(({ patch }) => patch)) as Task)

  const answer = (change: Waiting, now: Task | null, takesMine: boolean, isFull: boolean): void => {
    const decision = decideConflict<TaskPatch>(change, now, TASK_KINDS, isFull)
    if (decision.kind === 'done') return void queue.shift()
    if (decision.kind === 'restore') {
      for (const text of textsOf(change.patch)) seen.add(text)
      if (!takesMine) return void queue.shift()
      server.restore()
      return
    }
    if (!now) throw new Error('Only a restoration is decided without a row.')
    if (decision.kind === 'ask')
      for (const { saved, mine } of decision.conflicts)
        for (const text of [...textsOf(saved), ...textsOf(mine)]) seen.add(text)
    const patch =
      decision.kind === 'ask'
        ? resolveConflicts(decision, () => (takesMine ? 'mine' : 'saved'))
        : decision.patch
    if (Object.keys(patch).length === 0) return void queue.shift()
    const base = baseOf<TaskPatch>(now, Object.keys(patch) as (keyof TaskPatch)[], TASK_KINDS)
    const waits = decision.kind === 'wait'
    Object.assign(change, { base, patch, version: now.version, waits })
  }
  return {
    shown,
    hasWaiting: () => queue.length > 0,
    pull: () => (known = server.task()),
    edit: (patch: TaskPatch) => {
      const before = shown()
      if (!before || !known) return
      for (const field of TEXTS) if (field in patch) seen.add(before[field])
      if (patch.category !== undefined && patch.category !== 'Project') seen.add(before.projectName)
      const base = baseOf<TaskPatch>(before, Object.keys(patch) as (keyof TaskPatch)[], TASK_KINDS)
      queue.push({ base, patch, key: key++, version: known.version, waits: false })
    },
    delete: () => {
      for (const text of textsOf(server.task() ?? {})) seen.add(text)
      server.delete()
    },
    /** Sends the first waiting change. The request or its response can be lost. */
    send: (fate: 'arrives' | 'request lost' | 'response lost', takesMine: boolean) => {
      const [change] = queue
      if (!change || fate === 'request lost') return
      const got = server.change(change)
      if (fate === 'response lost') return
      if (got.status === 'ok') {
        known = got.task
        return void queue.shift()
      }
      if (got.status === 'gone') return answer(change, null, takesMine, false)
      known = server.task()
      answer(change, known, takesMine, got.status === 'full')
    },
  }
}

function textsOf(row: TaskPatch): unknown[] {
  return TEXTS.map((field) => row[field]).filter((text) => typeof text === 'string' && text !== '')
}

const device = fc.nat({ max: 2 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('type' as const), device, field: fc.constantFrom(...TEXTS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      device,
      patch: fc.constantFrom<TaskPatch>(
        { category: 'Meeting' },
        { category: 'Project' },
        { priority: 1 },
        { priority: 4, position: 2 },
        { completed: true },
        { completed: false },
        { dependencies: ['7'] },
        { isRecurring: true, recurrenceFrequency: 'Daily' },
        { isRecurring: false, recurrenceFrequency: null },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('work' as const), device, seconds: fc.nat({ max: 60 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      device,
      fate: fc.constantFrom('arrives' as const, 'request lost' as const, 'response lost' as const),
      takesMine: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pull' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fill' as const), isFull: fc.boolean() }) },
)

it('ends in the same state on every device, and never drops typed text before someone has seen it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, takesMine) => {
      const server = createServer()
      const seen: Seen = new Set()
      const devices = [1000, 2000, 3000].map((keys) => createDevice(server, seen, keys))
      const typed: unknown[] = []
      let seconds = 0
      for (const [i, one] of steps.entries()) {
        if (one.kind === 'fill') {
          server.fill(one.isFull)
          continue
        }
        const at = devices[one.device]
        const before = at?.shown()
        if (!at) continue
        if (one.kind === 'pull') at.pull()
        else if (one.kind === 'delete') at.delete()
        else if (one.kind === 'send') at.send(one.fate, one.takesMine)
        else if (before) {
          if (one.kind === 'edit') at.edit(one.patch)
          else if (one.kind === 'work') {
            seconds += one.seconds
            at.edit({ elapsedTime: before.elapsedTime + one.seconds })
          } else if (one.field !== 'projectName' || before.category === 'Project') {
            typed.push(`text ${i}`)
            at.edit({ [one.field]: `text ${i}` })
          }
        }
      }
      for (let turns = 0; devices.some((one) => one.hasWaiting()); turns++) {
        if (turns > 1000) throw new Error('A change waits forever.')
        for (const one of devices) one.send('arrives', takesMine)
      }
      const final = server.task()
      for (const one of devices) {
        one.pull()
        expect(one.shown()).toEqual(final)
      }
      const kept = textsOf(final ?? server.trashed() ?? {})
      expect(typed.filter((text) => !kept.includes(text) && !seen.has(text))).toEqual([])
      if (final && server.trashed() === null) expect(final.elapsedTime).toBe(seconds)
    }),
    { numRuns: 3000 },
  )
})

it('ends with the same row in any order of delivery, if the user makes the same choices', () => {
  const values = fc.record(
    {
      title: fc.constantFrom('a', 'b', 'c'),
      description: fc.constantFrom('a', 'b', 'c'),
      priority: fc.constantFrom<Level>(2, 3, 4),
      completed: fc.boolean(),
      elapsedTime: fc.nat({ max: 600 }),
      attachments: fc.subarray(['plan', 'chart', 'note']),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(values, { minLength: 2, maxLength: 3 }), fc.nat({ max: 2 }), (patches, turn) => {
      const row: TaskPatch = {
        title: '',
        description: '',
        priority: 5,
        completed: false,
        elapsedTime: 100,
        attachments: ['plan', 'chart'],
      }
      const rotated = [...patches.slice(turn), ...patches.slice(0, turn)]
      for (const order of [rotated, patches.toReversed()])
        expect(deliverTo(row, order)).toEqual(deliverTo(row, patches))
    }),
  )
})

/** Delivers changes that are all based on the same row. Both people choose the greater of two values. */
function deliverTo(row: TaskPatch, changes: readonly TaskPatch[]): TaskPatch {
  const now = { ...row }
  for (const patch of changes) {
    const base = baseOf(row, Object.keys(patch) as (keyof TaskPatch)[], TASK_KINDS)
    const decision = decideConflict<TaskPatch>({ base, patch }, now, TASK_KINDS)
    if (decision.kind === 'done') continue
    Object.assign(
      now,
      decision.kind === 'ask'
        ? resolveConflicts(decision, (conflict) => (isGreater(conflict) ? 'mine' : 'saved'))
        : decision.patch,
    )
  }
  return { ...now, attachments: now.attachments?.toSorted() }
}

function isGreater({ saved, mine }: { saved: TaskPatch; mine: TaskPatch }): boolean {
  return JSON.stringify(mine) > JSON.stringify(saved)
}
