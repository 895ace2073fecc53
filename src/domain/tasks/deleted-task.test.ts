import { describe, expect, it } from 'vitest'

import { restoreTask } from './deleted-task.ts'
import { LIST_ENTRIES_MAX } from '../limits.ts'
import { aTask } from '#tests/support/a-task.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const task = (id: number, dependencies: string[] = []) => aTask({ id, dependencies, version: 4 })
const node = (id: number, dependencies: string[] = []) => ({ id, dependencies })
const full = Array.from({ length: LIST_ENTRIES_MAX }, (_, i) => String(100 + i))

describe('restoring a deleted task', () => {
  it('changes only the version and the time of the change', () => {
    const deleted = { ...task(1), title: 'Launch', position: 3 }
    const restored = restoreTask({ task: deleted, dependents: [] }, [], new Map(), { now: NOW })
    expect(restored).toEqual({ task: { ...deleted, version: 5, updatedAt: NOW }, dependents: [] })
  })

  it.each([
    ['drops a dependency that no longer exists', ['2', '3'], [], [node(3)], ['3'], []],
    ['restores a dependent', [], [2], [node(2)], [], [2]],
    ['drops a dependent that no longer exists', [], [2, 3], [node(3)], [], [3]],
    ['drops a dependent that it now depends on', ['3'], [2], [node(2), node(3, ['2'])], ['3'], []],
    ['keeps a dependent alongside its own dependency', ['3'], [2], [node(2, ['3']), node(3)], ['3'], [2]],
    ['drops a dependent whose list is full', [], [2], [node(2, full)], [], []],
  ])('%s', (_, dependencies, dependents, nodes, dependenciesThen, dependentsThen) => {
    const restored = restoreTask({ task: task(1, dependencies), dependents }, nodes, new Map(), { now: NOW })
    expect(restored.task.dependencies).toEqual(dependenciesThen)
    expect(restored.dependents).toEqual(dependentsThen)
  })
})
