import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { fingerprint } from './fingerprint.mjs'

let root = ''

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const take = () => fingerprint(root, ['src', 'config.json', 'absent.json'])
const takeMost = () => fingerprint(root, ['src'], (path) => path !== 'src/deep/two.ts')

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-fingerprint-'))
  await write('src/one.ts', 'one')
  await write('src/deep/two.ts', 'two')
  await write('config.json', '{}')
})

afterEach(() => rm(root, { recursive: true }))

describe('the fingerprint of a tree', () => {
  test('ignores timestamps', async () => {
    const before = await take()
    await write('src/one.ts', 'one')
    expect(await take()).toBe(before)
  })

  test.each([
    ['a changed file', () => write('src/deep/two.ts', 'TWO')],
    ['a new file', () => write('src/three.ts', '')],
    ['a removed file', () => rm(join(root, 'src/one.ts'))],
    ['a file that moved', () => rm(join(root, 'src/one.ts')).then(() => write('src/deep/one.ts', 'one'))],
    ['a file that was absent', () => write('absent.json', '')],
    [
      'text that moved from one file to the next',
      () => write('src/one.ts', 'onet').then(() => write('src/deep/two.ts', 'wo')),
    ],
  ])('changes after %s', async (_what, change) => {
    const before = await take()
    await change()
    expect(await take()).not.toBe(before)
  })

  test('ignores excluded files', async () => {
    const before = await takeMost()
    await write('src/deep/two.ts', 'TWO')
    expect(await takeMost()).toBe(before)
  })
})
