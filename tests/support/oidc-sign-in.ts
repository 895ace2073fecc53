import type { LightMyRequestResponse } from 'fastify'

import { type Client, type TestApp, clientOf } from './build-app.ts'
import type { TestProvider } from './oidc-provider.ts'

/** A browser on its way: it has been at the provider, and holds the address to which it was sent back. */
export type OnTheWay = { browser: Client; back: URL }

/** Goes to the provider, signs in there, and stops before coming back. An empty account refuses to let us in. */
export async function goToProvider(
  test: Pick<TestApp, 'app'>,
  provider: TestProvider,
  { account = 'ada', browser = clientOf(test.app) }: { account?: string; browser?: Client } = {},
): Promise<OnTheWay> {
  const response = await browser.get('/api/auth/oidc')
  const location = String(response.headers.location)
  if (!location.startsWith(`${provider.settings.issuer}/`)) throw new Error(`sent to ${location}`)
  return { browser, back: await provider.visit(location, account) }
}

/** Comes back from the provider, at the address it was sent to or another. */
export function comeBack({ browser, back }: OnTheWay): Promise<LightMyRequestResponse> {
  return browser.get(back.pathname + back.search)
}

/** The whole way; answers the browser, signed in. */
export async function signInAt(
  test: Pick<TestApp, 'app'>,
  provider: TestProvider,
  options: { account?: string; browser?: Client } = {},
): Promise<Client> {
  const onTheWay = await goToProvider(test, provider, options)
  const response = await comeBack(onTheWay)
  if (response.headers.location !== '/') {
    throw new Error(`coming back answered ${response.statusCode}: ${response.body}`)
  }
  return onTheWay.browser
}

/** One of the cookies that a browser carries; empty when it carries none of that name. */
export function cookieOf(browser: Client, name: string): [name: string, value: string] {
  const pairs = browser.cookie().split('; ')
  const pair = pairs.find((one) => one.startsWith(`${name}=`))
  return [name, pair?.slice(name.length + 1) ?? '']
}
