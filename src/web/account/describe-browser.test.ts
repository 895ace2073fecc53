import { expect, it } from 'vitest'

import { describeBrowser } from './describe-browser.ts'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['a home-made program', 'Unknown browser'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('describes %j as %j', (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name)
})
