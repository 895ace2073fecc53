import { ApiError } from '../api.ts'

type Issues = readonly { path: string | readonly PropertyKey[]; message: string }[]

/** The first message for each field, from the rules or from an answer of the server. */
export function messagesByPath(issues: Issues): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) {
    const name = String(typeof path === 'string' ? path : path[0])
    messages[name] ??= message
  }
  return messages
}

/** What to say of a failure that is not about one field. Null while there is none. */
export function failureOf(error: Error | null): string | null {
  if (!error) return null
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  if (error.body?.issues) return null
  if (error.status === 0) return 'The server cannot be reached. What you typed is kept; please try again.'
  return error.serverMessage ?? error.message
}

/** The messages of a refusal for its fields. */
export function issuesOf(error: Error | null): Record<string, string> {
  return messagesByPath(error instanceof ApiError ? (error.body?.issues ?? []) : [])
}
