import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { findBrowser, findHeadlessShell } from './browser.mjs'

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
  test('is the one in CHROMIUM_PATH, if set', async () => {
    await makeProgram('a/chromium')
    const named = await makeProgram('elsewhere/browser')
    expect(findBrowser({ PATH: path(), CHROMIUM_PATH: named }, [])).toBe(named)
  })

  test('is rejected when CHROMIUM_PATH is not executable', async () => {
    const notAProgram = await makeProgram('notes.txt', 0o644)
    for (const CHROMIUM_PATH of [notAProgram, join(root, 'absent'), root]) {
      expect(() => findBrowser({ PATH: path(), CHROMIUM_PATH }, [])).toThrow('CHROMIUM_PATH is')
    }
  })

  test('prefers Chromium over Chrome, regardless of the order in PATH', async () => {
    await makeProgram('a/google-chrome')
    const chromium = await makeProgram('b/chromium')
    expect(findBrowser({ PATH: path() }, [])).toBe(chromium)
  })

  test('is never a folder or a file without execute permission', async () => {
    await mkdir(join(root, 'a/chromium'), { recursive: true })
    await makeProgram('b/chromium', 0o644)
    expect(findBrowser({ PATH: path() }, [])).toBe(null)
  })

  test('is found in a standard location when it is not in PATH', async () => {
    const usual = await makeProgram('usual/chrome')
    expect(findBrowser({ PATH: path() }, [join(root, 'none'), usual])).toBe(usual)
    expect(findBrowser({}, [usual])).toBe(usual)
  })
})

describe.skipIf(process.platform === 'win32')('the headless shell for the tests', () => {
  test('is found in PATH or in the standard location', async () => {
    const usual = await makeProgram('usual/chromium-headless-shell')
    expect(findHeadlessShell({ PATH: path() }, [usual])).toBe(usual)
    const onPath = await makeProgram('b/chromium-headless-shell')
    expect(findHeadlessShell({ PATH: path() }, [usual])).toBe(onPath)
  })

  test('is not used when CHROMIUM_PATH is set', async () => {
    const shell = await makeProgram('a/chromium-headless-shell')
    const named = await makeProgram('elsewhere/browser')
    expect(findHeadlessShell({ PATH: path(), CHROMIUM_PATH: named }, [shell])).toBe(null)
  })

  test('is null if none is installed', () => {
    expect(findHeadlessShell({ PATH: path() }, [])).toBe(null)
  })
})
