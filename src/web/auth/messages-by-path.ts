import { ApiError } from '../sync/api.ts'

type Issues = readonly { path: string | readonly PropertyKey[]; message: string }[]

/** Returns the first message for each field, from validation or from a response. */
export function messagesByPath(issues: Issues): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) {
    const name = String(typeof path === 'string' ? path : path[0])
    messages[name] ??= message
  }
  return messages
}

export function issuesOf(error: unknown): Record<string, string> {
  return messagesByPath(error instanceof ApiError ? (error.body?.issues ?? []) : [])
}
