import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { type BrowserContext, type Page, type TestInfo, test as base, expect } from '@playwright/test'

import { type Kept, type KeptServers, keepServers } from './kept-servers.ts'
import type { Accounts, TestProvider } from './oidc-provider.ts'
import type { TestServer } from './server.ts'
import { type TcpProxy, startTcpProxy } from './tcp-proxy.ts'

/** A user of the program. */
export type Person = { email: string; password: string; firstName?: string; lastName?: string }

type TestOptions = {
  /**
   * Console errors that a story causes on purpose, such as the browser's own for a 401. Any other console error,
   * uncaught error, or request to another server fails the test.
   */
  expectedConsoleErrors: RegExp | null
}

type WorkerFixtures = {
  keptServers: KeptServers
}

type StoryFixtures = {
  kept: Kept
  /** The OpenID Connect provider that the server trusts, or null when the story needs none. */
  provider: TestProvider | null
  /** The provider's claims about its users, or null when the story needs no provider. */
  providerAccounts: Accounts | null
  /** The server's environment variables. */
  serverSettings: Record<string, string>
  /** The number of servers. Several share one PostgreSQL database behind a proxy; a single one runs on SQLite. */
  serverCount: number
  /** Whether pages reach the server through a connection that the story can cut. */
  overLine: boolean
  /** The real server, shared by the tests of one worker with the same needs. Each test creates its own account. */
  server: TestServer
  /** The connection between pages and the server, or null when it is direct. */
  line: TcpProxy | null
}

/** Playwright's `test` with its own server. `page.goto('/')` opens that server. */
export const test = base.extend<TestOptions & StoryFixtures, WorkerFixtures>({
  keptServers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern.
    async ({}, provide) => {
      const servers = keepServers()
      await provide(servers)
      await servers.discardAll()
    },
    { scope: 'worker' },
  ],
  serverSettings: [{}, { option: true }],
  providerAccounts: [null, { option: true }],
  serverCount: [1, { option: true }],
  overLine: [false, { option: true }],
  kept: async ({ keptServers, serverSettings, serverCount, providerAccounts }, provide) => {
    const needs = { settings: serverSettings, count: serverCount, accounts: providerAccounts }
    await provide(await keptServers.take(needs))
  },
  server: ({ kept }, provide) => provide(kept.server),
  provider: ({ kept }, provide) => provide(kept.provider),
  line: async ({ overLine, server }, provide) => {
    const line = overLine ? await startTcpProxy(Number(new URL(server.url).port)) : null
    await provide(line)
    await line?.close()
  },
  baseURL: async ({ server, line }, provide) => provide(line ? urlOf(line) : server.url),
  expectedConsoleErrors: [null, { option: true }],
  context: async ({ context, server, line, provider, expectedConsoleErrors }, provide, testInfo) => {
    await pastMidnight()
    server.takeOutput()
    const origins = [
      server.url,
      ...(line ? [urlOf(line)] : []),
      ...(provider ? [provider.settings.issuer] : []),
    ]
    const faults = watchForFaults(context, origins, expectedConsoleErrors)
    await context.addInitScript(tellBreaches)
    await provide(context)
    // A request that the story doesn't wait for can still be in a route handler, which fails once its page is closed.
    await Promise.all(
      [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
    )
    if (testInfo.status !== testInfo.expectedStatus || faults.length > 0) {
      await testInfo.attach('server output', { body: server.takeOutput(), contentType: 'text/plain' })
      await attachScreenshots(context, testInfo)
    }
    expect(faults, 'errors in the console, or requests to other servers').toEqual([])
  },
})

export { expect }

/** Returns a new user without an account. */
export function newPerson(firstName = 'Mara'): Person {
  return { email: `${randomUUID()}@example.com`, password: 'a quiet green harbour', firstName }
}

/** Creates an account on the sign-in page. Ends on the board. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/api/login')
  await page.getByRole('radio', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill(person.firstName ?? '')
  await page.getByLabel('Last name').fill(person.lastName ?? '')
  await enter(page, person, 'Create account')
}

/** Signs in on the sign-in page. Ends on the board. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/api/login')
  await enter(page, person, 'Sign in')
}

/** Pages whose user is signing out, where a request in flight can still get a 401. */
const signingOut = new WeakSet<Page>()

/** Signs out with the link in the header. Ends on the welcome page. */
export async function signOut(page: Page): Promise<void> {
  signingOut.add(page)
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  signingOut.delete(page)
}

async function enter(page: Page, { email, password }: Person, button: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
  // A sheet that opens immediately can hide the header from screen readers.
  await expect(page.getByRole('link', { name: 'Log out', includeHidden: true })).toBeVisible()
}

/**
 * Waits for the next day just before midnight, because "tomorrow" would change its date in the middle of a story.
 * @param storyMs how long the story takes at most, in ms
 */
export async function pastMidnight(storyMs = STORY_MS): Promise<void> {
  const now = Temporal.Now.zonedDateTimeISO('Europe/Berlin')
  const left = now.until(now.add({ days: 1 }).startOfDay()).total('milliseconds')
  if (left < storyMs) await delay(left)
}

/** The limit is longer than almost every story takes. */
const STORY_MS = 30_000

/** Attaches a screenshot of each page. Playwright's own `only-on-failure` costs 0.1 s even in tests that pass. */
async function attachScreenshots(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  const contexts = context.browser()?.contexts() ?? [context]
  for (const [index, page] of contexts.flatMap((one) => one.pages()).entries()) {
    const path = testInfo.outputPath(`failed-${index + 1}.png`)
    // A page that hangs must not hide the story's own error.
    const isTaken = await page.screenshot({ path, timeout: 5000 }).then(Boolean, () => false)
    if (isTaken) testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' })
  }
}

function urlOf({ port }: TcpProxy): string {
  return `http://127.0.0.1:${port}`
}

/**
 * Logs violations of the content security policy, because the browser itself logs only uncaught ones. Runs in the page.
 */
function tellBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    // oxlint-disable-next-line no-console -- A story fails if the console has an unexpected error.
    console.error(`The policy ${violatedDirective} forbids ${blockedURI} in ${sourceFile}.`)
  })
}

/** Collects every error in any page of the context. */
function watchForFaults(
  context: BrowserContext,
  origins: readonly string[],
  expected: RegExp | null,
): string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' || expected?.test(text)) return
    const page = message.page()
    if (page && signingOut.has(page) && text.includes('status of 401')) return
    faults.push(`console: ${text} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    faults.push(`uncaught: ${error.error().stack ?? error.error().message}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && !origins.includes(url.origin))
      faults.push(`request: ${url.href}`)
  })
  return faults
}
