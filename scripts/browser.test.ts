import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { findBrowser } from './browser.mjs'

let root = ''

async function makeProgram(path: string, mode = 0o755): Promise<string> {
  const file = join(root, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, '#!/bin/sh\n')
  await chmod(file, mode)
  return file
}

const path = () => [join(root, 'absent'), join(root, 'a'), join(root, 'b')].join(delimiter)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-browser-'))
})

afterEach(() => rm(root, { recursive: true }))

describe.skipIf(process.platform === 'win32')('the browser for the tests', () => {
  test('is the one that CHROMIUM_PATH names before any other', async () => {
    await makeProgram('a/chromium')
    const named = await makeProgram('elsewhere/browser')
    expect(findBrowser({ PATH: path(), CHROMIUM_PATH: named }, [])).toBe(named)
  })

  test('is refused when CHROMIUM_PATH names nothing that runs', async () => {
    const notAProgram = await makeProgram('notes.txt', 0o644)
    for (const CHROMIUM_PATH of [notAProgram, join(root, 'absent'), root]) {
      expect(() => findBrowser({ PATH: path(), CHROMIUM_PATH }, [])).toThrow('CHROMIUM_PATH names')
    }
  })

  test('is Chromium before Chrome, wherever they stand on the PATH', async () => {
    await makeProgram('a/google-chrome')
    const chromium = await makeProgram('b/chromium')
    expect(findBrowser({ PATH: path() }, [])).toBe(chromium)
  })

  test('is not a folder, nor a file that cannot be run', async () => {
    await mkdir(join(root, 'a/chromium'), { recursive: true })
    await makeProgram('b/chromium', 0o644)
    expect(findBrowser({ PATH: path() }, [])).toBe(null)
  })

  test('is in a usual place when it is not on the PATH', async () => {
    const usual = await makeProgram('usual/chrome')
    expect(findBrowser({ PATH: path() }, [join(root, 'none'), usual])).toBe(usual)
    expect(findBrowser({}, [usual])).toBe(usual)
  })
})
