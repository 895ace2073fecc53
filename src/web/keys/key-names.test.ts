import { expect, it } from 'vitest'

import { keyName } from './key-names.ts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0'

it.each([
  ['a Mac', MAC, ['⌘', '⌥', '⌫', 'Enter']],
  ['an iPad', IPAD, ['⌘', '⌥', '⌫', 'Enter']],
  ['Windows', WINDOWS, ['Ctrl', 'Alt', 'Del', 'Enter']],
  ['Linux', LINUX, ['Ctrl', 'Alt', 'Del', 'Enter']],
])('names the keys of %s', (_platform, userAgent, names) => {
  expect(['Mod', 'Alt', 'Del', 'Enter'].map((key) => keyName(key, userAgent))).toEqual(names)
})
