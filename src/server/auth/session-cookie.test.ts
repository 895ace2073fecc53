import { createHmac } from 'node:crypto'

import { expect, test } from 'vitest'

import type { Config } from '../config.ts'
import { newToken, tokenToSid } from './session-cookie.ts'

const configOf = (sessionSecret: string) => ({ sessionSecret }) as Config
const hmac = (secret: string, token: string) => createHmac('sha256', secret).update(token).digest('hex')

test('a sid is the keyed hash of its token, even from the cache', () => {
  const token = newToken()
  for (const secret of ['quiet harbour', 'green lantern', 'quiet harbour', 'quiet harbour']) {
    expect(tokenToSid(token, configOf(secret))).toBe(hmac(secret, token))
  }
})

test('each token has its own sid, even with more tokens than the cache holds', () => {
  const config = configOf('quiet harbour')
  const tokens = Array.from({ length: 2500 }, () => newToken())
  for (const token of [...tokens, ...tokens]) {
    expect(tokenToSid(token, config)).toBe(hmac('quiet harbour', token))
  }
})
