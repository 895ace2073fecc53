import { setTimeout as delay } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import type { Entrance } from '#domain/account/account.ts'
import type { Pages } from '../context.ts'
import { TEST_PASSWORD, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'
import { comeBack, goToProvider } from '#tests/support/oidc-sign-in.ts'

/** A page that contains the server's data as JSON. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }
const ANSWER_MS_MAX = 5000
const DISCOVERY = '/.well-known/openid-configuration'

describe('17: a provider that does not respond', () => {
  // The tests run in parallel, because each waits for a timeout.
  it.concurrent.each([DISCOVERY, '/token', '/jwks', '/me'])(
    '17: at %s is reported within five seconds without delaying local sign-in',
    async (silentAt) => {
      const provider = await startOidcProvider()
      const server = await buildTestApp({ pages: PAGES, config: { oidc: provider.settings } })
      await signUp(server, 'ada@example.com')
      const onTheWay = silentAt === DISCOVERY ? null : await goToProvider(server, provider)
      const browser = onTheWay?.browser ?? clientOf(server.app)
      provider.lies.silentAt = silentAt

      // Within one process the shorter of two timers fires first, even on a busy machine.
      const tooLate = delay(ANSWER_MS_MAX, null, { ref: false })
      let isWaiting = true
      const waiting = (onTheWay ? comeBack(onTheWay) : browser.get('/api/auth/oidc')).finally(() => {
        isWaiting = false
      })
      const credentials = { email: 'ada@example.com', password: TEST_PASSWORD }
      expect((await server.visitor.post('/api/login', credentials)).statusCode).toBe(200)
      expect(isWaiting).toBe(true)
      const response = await Promise.race([waiting, tooLate])
      if (!response) throw new Error(`not answered within ${ANSWER_MS_MAX} ms`)

      expect(response.statusCode).toBe(503)
      expect(response.json<Entrance>().failure?.message).toMatch(/^Keycloak isn’t responding correctly/)
      expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
      const lines = server.log.filter((line) => line.includes('sign-in through the provider failed'))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/time|long/)
      await server.close()
      await provider.close()
    },
  )
})
