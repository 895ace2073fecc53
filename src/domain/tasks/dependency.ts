import { TenfoldError } from '../error.ts'
import type { Task } from './task.ts'

/** The task fields that the dependency rules read. */
export type DependencyNode = Pick<Task, 'id' | 'dependencies'>

/**
 * Rejects cycles and dependencies on missing tasks. A task that depends on itself counts as a cycle.
 * @param taskId the dependent task, or null for a new one, which can't be in a cycle
 * @param nodes all of the user's tasks
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
    const message = `Can’t depend on task ${dependencies[unknown]}: it doesn’t exist.`
    throw new TenfoldError('unknown_dependency', message, {
      issues: [{ path: `dependencies.${unknown}`, message }],
    })
  }
  if (taskId !== null && reaches(dependencies, String(taskId), byId)) throw dependencyCycle('dependencies')
}

/** @param path the field of the input that closes the cycle */
export function dependencyCycle(path: string): TenfoldError {
  const message = 'This would create a circular dependency.'
  return new TenfoldError('dependency_cycle', message, { issues: [{ path, message }] })
}

/** Returns the id of a task in a cycle, or null. Visits each dependency once. */
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

/** Returns whether following dependencies from `start` leads to `target`. Visits each task once. */
export function reaches(
  start: readonly string[],
  target: string,
  byId: ReadonlyMap<string, readonly string[]>,
): boolean {
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
