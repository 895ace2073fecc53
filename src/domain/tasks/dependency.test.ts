import { expect, describe, it } from 'vitest'

import { type DependencyNode, findTaskInCycle, requireDependencies } from './dependency.ts'

const node = (id: number, ...dependencies: number[]): DependencyNode => ({
  id,
  dependencies: dependencies.map(String),
})

/** 3 depends on 2, 2 on 1. 4 has no dependencies. 5 and 6 depend on each other, which the rules never allow. */
const nodes = [node(1), node(2, 1), node(3, 2), node(4), node(5, 6), node(6, 5)]

describe('accepts a dependency', () => {
  it.each([
    [1, []],
    [1, ['4']],
    [3, ['1', '2', '4']],
    [4, ['3']],
    [4, ['5']],
    [4, ['3', '3']],
    [null, ['1', '2', '3', '4']],
  ])('of task %j on %j', (taskId, dependencies) => {
    expect(() => requireDependencies(taskId, dependencies, nodes)).not.toThrow()
  })
})

describe('rejects a cycle', () => {
  it.each([
    [1, ['1']],
    [1, ['2']],
    [1, ['3']],
    [1, ['4', '3']],
    [2, ['3']],
    [5, ['6']],
  ])('when task %d depends on %j', (taskId, dependencies) => {
    expect(() => requireDependencies(taskId, dependencies, nodes)).toThrow(
      expect.objectContaining({
        code: 'dependency_cycle',
        issues: [expect.objectContaining({ path: 'dependencies' })],
      }),
    )
  })

  it('at the end of a chain of 10,000 tasks', () => {
    const chain = [node(1), ...Array.from({ length: 9999 }, (_, i) => node(i + 2, i + 1))]
    expect(() => requireDependencies(1, ['10000'], chain)).toThrow(
      expect.objectContaining({ code: 'dependency_cycle' }),
    )
  })

  it('in at most one step per task, however many paths there are', () => {
    const ladder = Array.from({ length: 100 }, (_, rung) =>
      [0, 1].map((side) => node(rung * 2 + side + 2, ...(rung === 0 ? [] : [rung * 2, rung * 2 + 1]))),
    ).flat()
    expect(() => requireDependencies(1, ['200', '201'], [node(1), ...ladder])).not.toThrow()
  })
})

describe('rejects an unknown task', () => {
  it.each([
    [1, ['99'], 'dependencies.0'],
    [null, ['1', '99'], 'dependencies.1'],
    [1, ['01'], 'dependencies.0'],
    [1, ['2', '99'], 'dependencies.1'],
  ])('when task %j depends on %j, with the path %s', (taskId, dependencies, path) => {
    expect(() => requireDependencies(taskId, dependencies, nodes)).toThrow(
      expect.objectContaining({ code: 'unknown_dependency', issues: [expect.objectContaining({ path })] }),
    )
  })
})

describe('a list of tasks', () => {
  it.each([
    ['it is empty', []],
    ['no task has dependencies', [node(0), node(1)]],
    ['each depends on the one before', [node(0), node(1, 0), node(2, 1)]],
    ['each depends on the one after', [node(0, 1), node(1, 2), node(2)]],
    ['two paths lead to one task', [node(0), node(1, 0), node(2, 0), node(3, 1, 2)]],
    ['one dependency is listed twice', [node(0), node(1, 0, 0)]],
    ['one dependency does not exist', [node(0, 7)]],
  ])('has no cycle when %s', (_, nodes) => {
    expect(findTaskInCycle(nodes)).toBeNull()
  })

  it.each([
    ['a task that depends on itself', [node(0), node(1, 1)], [1]],
    ['two that depend on each other', [node(0, 1), node(1, 0)], [0, 1]],
    [
      'a cycle of three with tasks before and after it',
      [node(0, 1), node(1, 2), node(2, 3), node(3, 1), node(4)],
      [1, 2, 3],
    ],
    ['a cycle behind two paths', [node(0, 1, 2), node(1, 3), node(2, 3), node(3, 4), node(4, 2)], [2, 3, 4]],
  ])('reports %s, but not a task that only leads to the cycle', (_, nodes, members) => {
    expect(members).toContain(findTaskInCycle(nodes))
  })

  it('visits each task of a 100,000-task chain once', () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => node(i, i + 1))
    expect(findTaskInCycle(chain)).toBeNull()
    expect(findTaskInCycle([...chain, node(100_000, 0)])).not.toBeNull()
  })
})
