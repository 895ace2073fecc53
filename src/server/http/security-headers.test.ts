import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'

import { SELECT_STYLE } from './security-headers.ts'

let server: TestApp
let client: Client
beforeAll(async () => {
  server = await buildTestApp()
  client = await signUp(server)
})
afterAll(() => server.close())

describe('responses', () => {
  test.each(['/api/tasks', '/api/nothing', '/nothing.js', '/api/tasks/%zz'])(
    'to %s have the security headers of pages',
    async (path) => {
      const { headers } = await client.get(path)
      expect(headers['content-security-policy']).toBe(
        "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='; img-src 'self' data:; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      )
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      for (const name of [
        'strict-transport-security',
        'x-powered-by',
        'server',
        'access-control-allow-origin',
      ]) {
        expect(headers).not.toHaveProperty(name)
      }
    },
  )

  test('allow the style of the installed Radix Select', () => {
    const radix = readFileSync('node_modules/@radix-ui/react-select/dist/index.mjs', 'utf8')
    expect(radix).toContain(`__html: \`${SELECT_STYLE}\``)
  })

  test.each(['/api/docs', '/api/logout'])('allow only the inline style of %s', async (path) => {
    const { headers, body } = await client.get(path)
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(body.match(/<style|style=/g)).toHaveLength(1)
  })

  test('keep browsers on https for a year if BASE_URL uses it', async () => {
    const secure = await buildTestApp({ config: { baseUrl: 'https://tasks.example.com' } })
    for (const path of ['/healthz', '/api/tasks/%zz']) {
      const { headers } = await secure.visitor.get(path)
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    }
    await secure.close()
  })
})
