import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { WEBKIT, findPrograms, notTested } from './other-browsers.mjs'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenfold-browsers-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function makeProgram(name: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, '#!/bin/sh\n')
  await chmod(file, 0o755)
  return file
}

const env = () => ({ PATH: [join(folder, 'absent'), folder].join(delimiter) })

describe.skipIf(process.platform === 'win32')('a browser for the main journey', () => {
  test('has the paths of its programs, in the listed order', async () => {
    const screen = await makeProgram('Xvfb')
    const driver = await makeProgram('WebKitWebDriver')
    expect(findPrograms(WEBKIT, env())).toEqual([driver, screen])
  })

  test('is missing if one of its programs is missing', async () => {
    await makeProgram('WebKitWebDriver')
    expect(findPrograms(WEBKIT, env())).toBe(null)
  })

  test('lists the packages to install', () => {
    expect(notTested(WEBKIT)).toBe('WebKitGTK: not tested. Install webkit2gtk-driver and xvfb (Debian).')
  })
})
