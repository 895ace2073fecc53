import type { ErrorBody } from '#domain/error.ts'

import { thisBuild } from '../boot/cache-record.ts'
import { type ReadableStore, createStore } from '../state/store.ts'
import { latestAnswer } from '../sync/latest-answer.ts'

/**
 * How the server's build differs from the page's: `ready` if a reload brings a new version, `needed` if the new server
 * rejects calls from this page, `older` if the server is older than the page.
 */
export type Update = 'ready' | 'needed' | 'older'

/** The errors of requests that another version of the server doesn't understand. Excludes a missing task. */
const NOT_UNDERSTOOD = /^(invalid|no_such_route|method_not_allowed|unsupported_type)$/

const store = createStore<Update | null>(null)
/** The build for which the user pressed Later. */
let postponed = ''
const rejecting = new Set<string>()
/** The build for which the worker was refreshed. */
let refreshed = ''

export const updates: ReadableStore<Update | null> = store

/** Compares the server's build with the page's on every response. Returns a function that stops comparing. */
export function watchUpdates(): () => void {
  look()
  return latestAnswer.subscribe(look)
}

/** Hides the notice about the server's current build. */
export function postponeUpdate(): void {
  postponed = serverBuild()
  store.set(null)
}

function look(): void {
  const [own, build] = [thisBuild(), serverBuild()]
  if (own === '' || build === '') return
  if (build === own) return store.set(null)
  const answer = latestAnswer.get()
  if (answer && !answer.ok && !answer.bodyUsed) void noteRejection(answer.clone(), build)
  // The next offline visit needs the files of the server's latest build.
  if (build !== refreshed) void refreshWorker()
  refreshed = build
  if (isOlder(build, own)) return store.set('older')
  if (rejecting.has(build)) return store.set('needed')
  store.set(build === postponed ? null : 'ready')
}

async function noteRejection(answer: Response, build: string): Promise<void> {
  const error: unknown = await answer.json().catch(() => null)
  if (rejecting.has(build) || !NOT_UNDERSTOOD.test((error as ErrorBody | null)?.code ?? '')) return
  rejecting.add(build)
  look()
}

function serverBuild(): string {
  return latestAnswer.get()?.headers.get('x-tenfold-build') ?? ''
}

function isOlder(build: string, than: string): boolean {
  const [version = '', other = ''] = [build, than].map((id) => id.split(' ')[0])
  return version.localeCompare(other, undefined, { numeric: true }) < 0
}

async function refreshWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
}
