import { randomUUID } from 'node:crypto'

import { type BrowserContext, type Page, test as base, expect } from '@playwright/test'

import { type Accounts, type TestProvider, startOidcProvider } from './oidc-provider.ts'
import { startFleet } from './fleet.ts'
import { type TestServer, startTestServer } from './server.ts'
import { type TcpProxy, startTcpProxy } from './tcp-proxy.ts'

/** Somebody who uses the program. */
export type Person = { email: string; password: string; firstName?: string; lastName?: string }

type TestOptions = {
  /**
   * Console errors that a story brings about on purpose, such as the browser's own about an answer of 401. Any other
   * console error, uncaught error, or request to another server fails the test.
   */
  expectedConsoleErrors: RegExp | null
}

type WorkerFixtures = {
  /** A provider to sign in through, which the server trusts; null when the story needs none. */
  provider: TestProvider | null
  /** What the provider tells of the people who sign in there; null when the story needs no provider. */
  providerAccounts: Accounts | null
  /** Environment variables of the server. */
  serverSettings: Record<string, string>
  /** How many servers share the work, behind a proxy and upon one PostgreSQL database; 1 is a server on SQLite. */
  serverCount: number
  /** Whether pages reach the server over a line that the story can cut. */
  overLine: boolean
  /** The real server, shared by the tests of one worker; each test makes its own account. */
  server: TestServer
  /** The line that pages reach the server over; null when they reach it directly. */
  line: TcpProxy | null
}

/** Playwright's `test` against a server of its own. `page.goto('/')` is that server. */
export const test = base.extend<TestOptions, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: 'worker' }],
  providerAccounts: [null, { option: true, scope: 'worker' }],
  provider: [
    async ({ providerAccounts }, provide) => {
      const provider = providerAccounts && (await startOidcProvider(providerAccounts))
      await provide(provider)
      await provider?.close()
    },
    { scope: 'worker' },
  ],
  serverCount: [1, { option: true, scope: 'worker' }],
  server: [
    async ({ serverSettings, provider, serverCount }, provide) => {
      const settings = { ...(provider && settingsOf(provider)), ...serverSettings }
      const server = await (serverCount === 1 ? startTestServer(settings) : startFleet(serverCount, settings))
      await provide(server)
      await server.discard()
    },
    { scope: 'worker' },
  ],
  overLine: [false, { option: true, scope: 'worker' }],
  line: [
    async ({ overLine, server }, provide) => {
      const line = overLine ? await startTcpProxy(Number(new URL(server.url).port)) : null
      await provide(line)
      await line?.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server, line }, provide) => provide(line ? urlOf(line) : server.url),
  expectedConsoleErrors: [null, { option: true }],
  context: async ({ context, server, line, provider, expectedConsoleErrors }, provide, testInfo) => {
    server.takeOutput()
    const origins = [
      server.url,
      ...(line ? [urlOf(line)] : []),
      ...(provider ? [provider.settings.issuer] : []),
    ]
    const faults = watchForFaults(context, origins, expectedConsoleErrors)
    await context.addInitScript(tellBreaches)
    await provide(context)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server output', { body: server.takeOutput(), contentType: 'text/plain' })
    }
    expect(faults, 'errors in the console, or requests to other servers').toEqual([])
  },
})

export { expect }

/** Somebody whom no server knows yet. */
export function newPerson(firstName = 'Mara'): Person {
  return { email: `${randomUUID()}@example.com`, password: 'a quiet green harbour', firstName }
}

/** Makes an account through the sign-in page; ends on the board. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/api/login')
  await page.getByRole('radio', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill(person.firstName ?? '')
  await page.getByLabel('Last name').fill(person.lastName ?? '')
  await enter(page, person, 'Create account')
}

/** Signs in through the sign-in page; ends on the board. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/api/login')
  await enter(page, person, 'Sign in')
}

/** Signs out by the link in the header; ends on the welcome page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
}

async function enter(page: Page, { email, password }: Person, button: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
}

function settingsOf({ settings }: TestProvider): Record<string, string> {
  const { issuer, clientId, clientSecret, name } = settings
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  }
}

function urlOf({ port }: TcpProxy): string {
  return `http://127.0.0.1:${port}`
}

/** Of what a policy forbids, the browser writes to the console only what was not caught. Runs in the page. */
function tellBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    // oxlint-disable-next-line no-console -- A story fails by what is in the console.
    console.error(`The policy ${violatedDirective} forbids ${blockedURI} in ${sourceFile}.`)
  })
}

/** Everything that goes wrong in any page of the context, as it happens. */
function watchForFaults(
  context: BrowserContext,
  origins: readonly string[],
  expected: RegExp | null,
): string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' || expected?.test(text)) return
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
