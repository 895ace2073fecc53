import { TenfoldError } from './error.ts'
import type { Task } from './task.ts'

/** What the rules about dependencies need to know of each task of the user. */
export type DependencyNode = Pick<Task, 'id' | 'dependencies'>

/**
 * Refuses dependencies on tasks that are not there, and cycles. A task on itself is a cycle.
 * @param taskId the task that depends; null for one that is not made yet and so cannot be in a cycle
 * @param nodes every task of the user
 * @throws TenfoldError `unknown_dependency` or `dependency_cycle`
 */
export function requireDependencies(
  taskId: number | null,
  dependencies: readonly string[],
  nodes: readonly DependencyNode[],
): void {
  const byId = new Map(nodes.map((node) => [String(node.id), node.dependencies]))
  const unknown = dependencies.findIndex((id) => !byId.has(id))
  if (unknown >= 0) {
    const message = `There is no task ${dependencies[unknown]} to depend on.`
    throw new TenfoldError('unknown_dependency', message, {
      issues: [{ path: `dependencies.${unknown}`, message }],
    })
  }
  if (taskId !== null && reaches(dependencies, String(taskId), byId)) throw dependencyCycle('dependencies')
}

/** @param path where the circle is, in the input */
export function dependencyCycle(path: string): TenfoldError {
  const message = 'A task cannot depend on itself, not even by way of others.'
  return new TenfoldError('dependency_cycle', message, { issues: [{ path, message }] })
}

/** One of the tasks that come after themselves, by way of others; null when there is none. Walks each way once. */
export function findTaskInCycle(nodes: readonly DependencyNode[]): number | null {
  const byId = new Map(nodes.map((node) => [String(node.id), node]))
  const passed = new Map<DependencyNode, 'on the way' | 'left'>()
  const stack = [...nodes]
  for (let node = stack.at(-1); node; node = stack.at(-1)) {
    if (passed.has(node)) {
      passed.set(node, 'left')
      stack.pop()
      continue
    }
    passed.set(node, 'on the way')
    for (const id of node.dependencies) {
      const next = byId.get(id)
      if (next && passed.get(next) === 'on the way') return next.id
      if (next && !passed.has(next)) stack.push(next)
    }
  }
  return null
}

/** Whether following dependencies from `start` leads to `target`. Walks each task once. */
function reaches(start: readonly string[], target: string, byId: Map<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const queue = [...start]
  while (queue.length > 0) {
    const id = queue.pop() as string
    if (id === target) return true
    if (seen.has(id)) continue
    seen.add(id)
    queue.push(...(byId.get(id) ?? []))
  }
  return false
}
