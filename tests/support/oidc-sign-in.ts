import type { LightMyRequestResponse } from 'fastify'

import { type Client, type TestApp, clientOf } from './build-app.ts'
import type { TestProvider } from './oidc-provider.ts'

/** A browser during sign-in, which has returned from the provider with the callback URL. */
export type OnTheWay = { browser: Client; back: URL }

type SignInOptions = { account?: string; browser?: Client; headers?: Record<string, string> }

/** Goes to the provider, signs in there, and stops before the callback. An empty account cancels. */
export async function goToProvider(
  test: Pick<TestApp, 'app'>,
  provider: TestProvider,
  { account = 'ada', browser = clientOf(test.app), headers }: SignInOptions = {},
): Promise<OnTheWay> {
  const response = await browser.get('/api/auth/oidc', headers)
  const location = String(response.headers.location)
  if (!location.startsWith(`${provider.settings.issuer}/`)) throw new Error(`redirected to ${location}`)
  return { browser, back: await provider.visit(location, account) }
}

/** Requests the callback URL, or the URL that a test puts in its place. */
export function comeBack({ browser, back }: OnTheWay): Promise<LightMyRequestResponse> {
  return browser.get(back.pathname + back.search)
}

/** Signs in through the provider and returns the signed-in browser. */
export async function signInAt(
  test: Pick<TestApp, 'app'>,
  provider: TestProvider,
  options: SignInOptions = {},
): Promise<Client> {
  const onTheWay = await goToProvider(test, provider, options)
  const response = await comeBack(onTheWay)
  if (response.headers.location !== '/') {
    throw new Error(`the callback returned ${response.statusCode}: ${response.body}`)
  }
  return onTheWay.browser
}

/** Returns a browser's cookie, or an empty string if it has none of that name. */
export function cookieOf(browser: Client, name: string): [name: string, value: string] {
  const pairs = browser.cookie().split('; ')
  const pair = pairs.find((one) => one.startsWith(`${name}=`))
  return [name, pair?.slice(name.length + 1) ?? '']
}
