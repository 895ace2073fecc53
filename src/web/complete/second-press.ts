/** The time within which a second click is part of a double click, in ms. Source: decisions 15. */
const DOUBLE_MS = 300

let last = { taskId: 0, at: -DOUBLE_MS }

/** Returns whether a click on a task's round control comes so soon after another that it doesn't count. */
export function isSecondPress(taskId: number): boolean {
  const at = performance.now()
  if (taskId === last.taskId && at - last.at < DOUBLE_MS) return true
  last = { taskId, at }
  return false
}
