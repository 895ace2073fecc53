import { expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import type { Call } from '../sync/runner/calls.ts'
import { changeTask, deleteTask, undoCall } from '../tasks/data/commands.ts'
import { pageWithCalls } from './days-of-pages.ts'

const memo = aTask({ id: 1, completed: true, completedAt: '2026-11-18T08:00:00.000Z', priority: 3 })
const offer = aTask({ id: 2, completed: true, completedAt: '2026-11-19T08:00:00.000Z', priority: 4 })
const other = aTask({ id: 3 })
const PAGE = { tasks: [offer, memo], hasMore: true }

const shownIds = (...waiting: Call[]) => pageWithCalls(PAGE, waiting).tasks.map(({ id }) => id)
const change = (task: typeof memo, patch: object) => call(changeTask, { task, patch })

function call(command: Call['command'], input: unknown): Call {
  return { command, input, key: '', present: { now: '2026-11-20T10:00:00.000Z', zone: 'UTC' } }
}

it('hides a task whose reopening or deletion is pending, until it is undone', () => {
  const reopening = change(offer, { completed: false })
  expect(shownIds(reopening)).toEqual([memo.id])
  expect(shownIds(call(deleteTask, offer))).toEqual([memo.id])
  const undo = call(undoCall, { undo: 'token', tasks: [offer] })
  expect(shownIds(reopening, undo)).toEqual([offer.id, memo.id])
})

it('shows a pending edit in place', () => {
  const { tasks } = pageWithCalls(PAGE, [change(memo, { title: 'Minutes' })])
  expect(tasks.map(({ title }) => title)).toEqual([offer.title, 'Minutes'])
})

it('returns the same page if the calls are about other tasks', () => {
  expect(pageWithCalls(PAGE, [change(other, { completed: true })])).toBe(PAGE)
})
