import type { Change } from '#domain/change.ts'

import type { NumberedChange } from './store.ts'

/** How long a browser waits before it asks again, once its stream was cut, in milliseconds. */
const RETRY_MS = 2000

/** What a stream begins with: the number from which it goes on. It is no event, for nothing has happened. */
export function firstMessage(number: number): string {
  return `retry: ${RETRY_MS}\nid: ${number}\n\n`
}

/** Source: decisions 12. */
export function changeMessage({ number, ...change }: NumberedChange): string {
  return `id: ${number}\nevent: change\ndata: ${JSON.stringify(change satisfies Change)}\n\n`
}

/** Whatever was read before the change of this number may be stale, and is to be read anew. */
export function snapshotMessage(number: number): string {
  return `retry: ${RETRY_MS}\nid: ${number}\nevent: snapshot\ndata: {}\n\n`
}

/** A comment, which readers pass over. */
export const heartbeatMessage = ':\n\n'
