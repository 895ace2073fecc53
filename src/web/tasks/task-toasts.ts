import { ApiError } from '../api.ts'
import { showToast } from '../toast.ts'
import { keepWayBack, undoLatest } from './undo-stack.ts'

type Command = 'create' | 'update' | 'delete'

const SUCCESS: Record<Command, { title: string; text: string }> = {
  create: { title: 'Task created', text: 'Your task has been added successfully' },
  update: { title: 'Task updated', text: 'Your task has been updated successfully' },
  delete: { title: 'Task deleted', text: 'Your task has been deleted successfully' },
}

/**
 * Says that a command was carried out, with the way back where there is one. Source: specification 8.
 * @param text says more than the usual words, in their place
 * @returns takes the way back, unless it was taken already
 */
export function showSucceeded(
  command: Exclude<Command, 'create'>,
  undo?: () => Promise<void>,
  text?: string | null,
): (() => Promise<void>) | undefined {
  const usual = SUCCESS[command]
  const wayBack = undo && keepWayBack(undo)
  showToast({
    title: usual.title,
    text: text ?? usual.text,
    action: wayBack && { label: 'Undo', run: tell(wayBack) },
  })
  return wayBack
}

/**
 * Says that a task was added.
 * @param show brings it on screen, where the filters hide it
 */
export function showCreated(show?: () => void): void {
  showToast({ ...SUCCESS.create, action: show && { label: 'Show', run: show } })
}

/** Undoes the latest change that was not undone yet, after its toast has gone too. Source: decisions 4. */
export const undoByKey = tell(undoLatest)

/** Runs it and says so when it fails. */
function tell(undo: () => Promise<unknown>): () => void {
  return () => void undo().catch((error: unknown) => showFailed('update', error))
}

/** Says that a command failed. A refusal whose words help more is shown in the server's words. Source: decisions 7. */
export function showFailed(command: Command, error: unknown): void {
  showToast({ title: 'Error', text: failureText(command, error), variant: 'destructive' })
}

/** Says why something cannot be done that was not even asked of the server. */
export function showRefused(text: string): void {
  showToast({ title: 'Error', text, variant: 'destructive' })
}

function failureText(command: Command, error: unknown): string {
  if (error instanceof ApiError && [400, 409].includes(error.status) && error.serverMessage) {
    return error.serverMessage
  }
  return `Failed to ${command} task. Please try again.`
}
