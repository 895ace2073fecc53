import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { installFromDebian } from './programs.mjs'

let folder = ''

beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  folder = await mkdtemp(join(tmpdir(), 'tenfold-programs-'))
  vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Installs a package with an apt-get stub that first succeeds on the given attempt, and counts attempts. */
async function install(succeedsFrom: number) {
  const program = join(folder, 'apt-get')
  const lines = [
    '#!/bin/sh',
    `echo "$*" >> '${folder}/calls'`,
    'echo "Could not connect"',
    'case "$*" in *update) exit 0 ;; esac',
    `[ "$(grep -c install '${folder}/calls')" -ge ${succeedsFrom} ]`,
  ]
  await writeFile(program, lines.join('\n'))
  await chmod(program, 0o755)
  const failure = await installFromDebian(folder, 'Installing a program', ['a-program'], [0, 0])
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
  return { failure, installations: calls.filter((call) => call.endsWith('a-program')).length }
}

describe.skipIf(process.platform === 'win32')('a download from Debian', () => {
  test('is not repeated after it succeeds', async () => {
    expect(await install(1)).toEqual({ failure: '', installations: 1 })
  })

  test('is tried three times', async () => {
    expect(await install(3)).toEqual({ failure: '', installations: 3 })
  })

  test('returns the output of the third attempt if all fail', async () => {
    expect(await install(4)).toEqual({ failure: 'Could not connect\n', installations: 3 })
  })
})
