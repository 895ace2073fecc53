import type { DependencyNode } from '../dependency.ts'

/** The links between tasks. Numbers are indexes in the ordered list. */
export type DependencyOrder = {
  /** The tasks, each after its dependencies. Leaves out tasks in or after a cycle. */
  order: readonly number[]
  /** The listed dependencies of each task. */
  before: readonly (readonly number[])[]
}

/** A chain of dependent tasks, first to last, and its total length. */
export type Chain = { tasks: readonly number[]; length: number }

/** Orders tasks after their dependencies. Ignores dependencies that aren't listed. Visits each link once. */
export function orderByDependency(tasks: readonly DependencyNode[]): DependencyOrder {
  const indexById = new Map<number, number>()
  for (const [index, { id }] of tasks.entries()) indexById.set(id, index)
  const after = tasks.map((): number[] => [])
  const before = tasks.map(({ dependencies }, index) => {
    if (dependencies.length === 0) return NONE
    const others: number[] = []
    for (const id of dependencies) {
      const other = indexById.get(Number(id))
      if (other === undefined) continue
      others.push(other)
      after[other]?.push(index)
    }
    return others
  })
  const waits = before.map((others) => others.length)
  const order: number[] = []
  for (const [index, count] of waits.entries()) if (count === 0) order.push(index)
  // The loop appends to the list it iterates over.
  for (const index of order) {
    for (const dependent of after[index] ?? NONE) {
      const left = (waits[dependent] ?? 0) - 1
      waits[dependent] = left
      if (left === 0) order.push(dependent)
    }
  }
  return { order, before }
}

/**
 * Returns the chain of dependent tasks with the greatest total length, or null if no task depends on another. Returns
 * the first chain if several are equally long.
 * @param lengths the length of each task
 */
export function longestChain({ order, before }: DependencyOrder, lengths: readonly number[]): Chain | null {
  const totals: (number | undefined)[] = []
  const previous: (number | null)[] = []
  const longest = (tasks: readonly number[]) =>
    tasks.reduce<number | null>((best, task) => {
      const total = totals[task]
      return total !== undefined && (best === null || total > (totals[best] ?? 0)) ? task : best
    }, null)
  for (const task of order) {
    const last = longest(before[task] ?? NONE)
    previous[task] = last
    totals[task] = (lengths[task] ?? 0) + (last === null ? 0 : (totals[last] ?? 0))
  }
  const end = longest([...before.keys()].filter((task) => previous[task] !== null))
  if (end === null) return null
  const tasks: number[] = []
  for (let task: number | null = end; task !== null; task = previous[task] ?? null) tasks.push(task)
  return { tasks: tasks.toReversed(), length: totals[end] ?? 0 }
}

const NONE: readonly number[] = []
