import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'

import { dropOldCaches } from './old-caches.ts'

/** The build replaces these constants (scripts/service-worker.ts). */
declare const BUILD: string
declare const FILES: { url: string; revision: string | null }[]

/** TypeScript's worker types can't be loaded together with the types for pages. */
type LifeEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  /** Tells the browser which requests never need this worker. Only some browsers support this. */
  addRoutes?: (routes: object[]) => Promise<void>
}
type Scope = {
  addEventListener: (type: 'install' | 'activate' | 'message', listen: (event: LifeEvent) => void) => void
  skipWaiting: () => Promise<void>
}

const scope = globalThis as unknown as Scope

const CACHE_PREFIX = 'tenfold-files '

/** The page without a user, which opens with the data stored in this browser. */
const SHELL = '/shell.html'

/** How long a connection may stay silent before it counts as offline, in ms. */
const PATIENCE_MS = 4000

/** The same for a page that reloads because the server has just answered it, in ms. */
const KNOWN_PATIENCE_MS = 20_000

/**
 * The statuses of an address that is too long, because only the page needs shared text, and those that a proxy returns
 * while the server behind it is down.
 */
const NOT_THE_PAGE = new Set([414, 431, 502, 504])

const files = new PrecacheController({ cacheName: CACHE_PREFIX + BUILD })
files.addToCacheList(FILES)

scope.addEventListener('install', (event) => {
  // Navigation is network-first, so a new worker can replace the old one while pages are open.
  void scope.skipWaiting()
  const calls = { condition: { urlPattern: { pathname: '/api/*', search: '*' } }, source: 'network' }
  void event.addRoutes?.([calls])
  event.waitUntil(files.install(event))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches(caches, CACHE_PREFIX, BUILD))
})

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && files.getCacheKeyForURL(url.href) !== undefined,
  files.strategy,
)

// An open page can need a file of the previous build.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
)

registerRoute(new NavigationRoute(openPage, { denylist: [/^\/api\//, /^[^?]*\.[^/?]+(\?|$)/] }))

let patienceMs = PATIENCE_MS
scope.addEventListener('message', () => (patienceMs = KNOWN_PATIENCE_MS))

/** Returns the server's page, or the stored one if the server can't be reached. */
async function openPage({ request }: { request: Request }): Promise<Response> {
  const asked = fetch(request)
  const answer = await Promise.race([asked, noAnswer()]).catch(() => null)
  if (answer && !NOT_THE_PAGE.has(answer.status)) return answer
  return (await files.matchPrecache(SHELL)) ?? asked
}

async function noAnswer(): Promise<null> {
  const ms = patienceMs
  patienceMs = PATIENCE_MS
  await new Promise((resolve) => setTimeout(resolve, ms))
  return null
}
