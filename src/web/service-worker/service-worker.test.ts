import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const ORIGIN = 'https://tasks.example.com'

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()

beforeAll(async () => {
  const self = {
    location: new URL(ORIGIN),
    registration: { scope: ORIGIN },
    addEventListener: (type: string, listen: Listener) => listeners.set(type, listen),
    caches: { open: async () => ({ match: async () => new Response('stored') }) },
  }
  const workbox = { __WB_DISABLE_DEV_LOGS: true }
  const build = { BUILD: '1', FILES: [{ url: '/shell.html', revision: '1' }] }
  const globals = { ...self, self, ...workbox, ...build, fetch: async () => new Response('') }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  await import('./service-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

/** Opens an address like the browser. Returns the worker's response; undefined if it leaves the address to the server. */
function open(address: string): Promise<Response> | undefined {
  const request = Object.defineProperty(new Request(ORIGIN + address), 'mode', { value: 'navigate' })
  const respondWith = vi.fn<(answer: Promise<Response>) => void>()
  listeners.get('fetch')?.({ request, respondWith })
  return respondWith.mock.calls[0]?.[0]
}
const responds = (address: string) => open(address) !== undefined

async function openIn7Seconds(address: string): Promise<string | undefined> {
  const answer = open(address)
  await vi.advanceTimersByTimeAsync(7000)
  return (await answer)?.text()
}

test.each([
  '/',
  '/?share-url=https%3A%2F%2Fexample.com%2Fbees.html',
  '/?share-url=https://example.com/bees.html?page=1.5',
  '/?project=Website+2.0',
  '/1.0/?add',
])('responds to the page %s', (address) => {
  expect(responds(address)).toBe(true)
})

test.each(['/robots.txt', '/icons/app.png?size=2', '/file.txt?next=/a.b/c', '/api/tasks/1'])(
  'leaves %s to the server',
  (address) => {
    expect(responds(address)).toBe(false)
  },
)

test('waits longer for the server’s page if the server has just answered the page that reloads', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 6000))
    return new Response('current')
  })
  expect(await openIn7Seconds('/')).toBe('stored')
  listeners.get('message')?.({})
  expect(await openIn7Seconds('/')).toBe('current')
  expect(await openIn7Seconds('/')).toBe('stored')
  vi.useRealTimers()
})
