import type { Change } from '#domain/tasks/change.ts'

import type { NumberedChange } from './store.ts'

/** How long a browser waits before it reconnects after a lost stream, in milliseconds. */
const RETRY_MS = 2000

/** Returns the start of a stream: the number it continues from, without an event, because nothing has changed. */
export function firstMessage(number: number): string {
  return `retry: ${RETRY_MS}\nid: ${number}\n\n`
}

/** Returns the message for one change. Source: decisions 12. */
export function changeMessage({ number, ...change }: NumberedChange): string {
  return `id: ${number}\nevent: change\ndata: ${JSON.stringify(change satisfies Change)}\n\n`
}

/** Returns the message that makes the browser refetch everything. */
export function snapshotMessage(number: number): string {
  return `retry: ${RETRY_MS}\nid: ${number}\nevent: snapshot\ndata: {}\n\n`
}

/** Returns a comment, which clients ignore. */
export const heartbeatMessage = ':\n\n'
