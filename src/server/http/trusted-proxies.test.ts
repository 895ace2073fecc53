import { expect, test } from 'vitest'

import { isCidr, trustedProxies } from './trusted-proxies.ts'

test.each(['10.0.0.0/8', '192.168.1.5', '::1', 'fd00::/8', '0.0.0.0/0', '10.1.2.3/32'])(
  '%s is a range',
  (text) => {
    expect(isCidr(text)).toBe(true)
  },
)

test.each([
  '',
  '10.0.0',
  '012.0.0.1',
  '10.0.0.0/255.0.0.0',
  'loopback',
  '10.0.0.0/33',
  '::1/129',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0.0/-1',
  'localhost',
  '*',
])('"%s" is not a range', (text) => {
  expect(isCidr(text)).toBe(false)
})

test.each([
  ['10.200.0.1', true],
  ['::ffff:10.200.0.1', true],
  ['11.0.0.1', false],
  ['192.168.1.5', true],
  ['192.168.1.6', false],
  ['fd12::1', true],
  ['fe80::1', false],
  ['10.1', false],
  ['012.0.0.1', false],
  ['167772161', false],
  ['unknown', false],
  ['', false],
])('%s is trusted: %s', (address, isTrusted) => {
  expect(trustedProxies(['10.0.0.0/8', '192.168.1.5', 'fd00::/8'])(address)).toBe(isTrusted)
})
