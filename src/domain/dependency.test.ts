import { expect, describe, it } from 'vitest'

import { type DependencyNode, findTaskInCycle, requireDependencies } from './dependency.ts'

const node = (id: number, ...dependencies: number[]): DependencyNode => ({
  id,
  dependencies: dependencies.map(String),
})

/** 3 comes after 2, 2 after 1; 4 stands alone; 5 and 6 wait for each other, as no rule would have let them. */
const nodes = [node(1), node(2, 1), node(3, 2), node(4), node(5, 6), node(6, 5)]

describe('dependencies are accepted', () => {
  it.each([
    [1, []],
    [1, ['4']],
    [3, ['1', '2', '4']],
    [4, ['3']],
    [4, ['5']],
    [4, ['3', '3']],
    [null, ['1', '2', '3', '4']],
  ])('when task %j comes after %j', (taskId, dependencies) => {
    expect(() => requireDependencies(taskId, dependencies, nodes)).not.toThrow()
  })
})

describe('a cycle is refused', () => {
  it.each([
    [1, ['1']],
    [1, ['2']],
    [1, ['3']],
    [1, ['4', '3']],
    [2, ['3']],
    [5, ['6']],
  ])('when task %d would come after %j', (taskId, dependencies) => {
    expect(() => requireDependencies(taskId, dependencies, nodes)).toThrow(
      expect.objectContaining({
        code: 'dependency_cycle',
        issues: [expect.objectContaining({ path: 'dependencies' })],
      }),
    )
  })

  it('also at the end of a chain of 10,000 tasks', () => {
    const chain = [node(1), ...Array.from({ length: 9999 }, (_, i) => node(i + 2, i + 1))]
    expect(() => requireDependencies(1, ['10000'], chain)).toThrow(
      expect.objectContaining({ code: 'dependency_cycle' }),
    )
  })

  it('in no more steps than there are tasks, however many ways lead there', () => {
    const ladder = Array.from({ length: 100 }, (_, rung) =>
      [0, 1].map((side) => node(rung * 2 + side + 2, ...(rung === 0 ? [] : [rung * 2, rung * 2 + 1]))),
    ).flat()
    expect(() => requireDependencies(1, ['200', '201'], [node(1), ...ladder])).not.toThrow()
  })
})

describe('an unknown task is refused', () => {
  it.each([
    [1, ['99'], 'dependencies.0'],
    [null, ['1', '99'], 'dependencies.1'],
    [1, ['01'], 'dependencies.0'],
    [1, ['2', '99'], 'dependencies.1'],
  ])('when task %j would come after %j, with the path %s', (taskId, dependencies, path) => {
    expect(() => requireDependencies(taskId, dependencies, nodes)).toThrow(
      expect.objectContaining({ code: 'unknown_dependency', issues: [expect.objectContaining({ path })] }),
    )
  })
})

describe('in a list of tasks', () => {
  it.each([
    ['there is none', []],
    ['they stand alone', [node(0), node(1)]],
    ['they follow each other', [node(0), node(1, 0), node(2, 1)]],
    ['they precede each other', [node(0, 1), node(1, 2), node(2)]],
    ['two ways lead to one', [node(0), node(1, 0), node(2, 0), node(3, 1, 2)]],
    ['one is named twice', [node(0), node(1, 0, 0)]],
    ['one is named that is not there', [node(0, 7)]],
  ])('no cycle is found when %s', (_, nodes) => {
    expect(findTaskInCycle(nodes)).toBeNull()
  })

  it.each([
    ['a task on itself', [node(0), node(1, 1)], [1]],
    ['two on each other', [node(0, 1), node(1, 0)], [0, 1]],
    [
      'a circle of three, with others before and behind it',
      [node(0, 1), node(1, 2), node(2, 3), node(3, 1), node(4)],
      [1, 2, 3],
    ],
    ['a circle behind two ways', [node(0, 1, 2), node(1, 3), node(2, 3), node(3, 4), node(4, 2)], [2, 3, 4]],
  ])('%s is found, and not a task that only leads there', (_, nodes, members) => {
    expect(members).toContain(findTaskInCycle(nodes))
  })

  it('a chain of 100,000 tasks is walked once, not once from each task', () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => node(i, i + 1))
    expect(findTaskInCycle(chain)).toBeNull()
    expect(findTaskInCycle([...chain, node(100_000, 0)])).not.toBeNull()
  })
})
