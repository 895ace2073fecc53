import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openDataFolder, shareDataFolder } from './data-folder.ts'
import { createDurably } from './durable-file.ts'
import { keptSecret } from './session-secret.ts'
import { StartError } from './start-error.ts'

const children: ChildProcess[] = []
let parent: string
let path: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tenfold-folder-'))
  path = join(parent, 'deep', 'data')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(parent, { recursive: true })
})

function refusalOf(path: string): string {
  try {
    openDataFolder(path).release()
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

/** Another process that takes the folder and keeps it. */
async function holdElsewhere(path: string): Promise<ChildProcess> {
  const program = `
    import { openDataFolder } from '#server/data-folder.ts'
    openDataFolder(${JSON.stringify(path)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

describe('the data folder', () => {
  test('is made with every folder above it, for its owner alone', () => {
    const folder = openDataFolder(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    folder.release()
  })

  test('may be there already', () => {
    mkdirSync(path, { recursive: true, mode: 0o750 })
    openDataFolder(path).release()
    expect(statSync(path).mode & 0o777).toBe(0o750)
  })

  test('that is a file is refused', () => {
    const file = join(parent, 'data')
    writeFileSync(file, 'mine')
    for (const path of [file, join(file, 'below')]) {
      expect(refusalOf(path)).toBe(
        `DATA_DIR: ${path} is a file, or lies below one. Set DATA_DIR to a folder.`,
      )
    }
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test.skipIf(process.getuid?.() === 0)('that may not be written is refused', () => {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o500)
    expect(refusalOf(path)).toBe(
      `The data folder ${path} cannot be used (EACCES). Let the user that runs Tenfold write it, or set DATA_DIR to another folder.`,
    )
    expect(readdirSync(path)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('that no one can write is refused, even for root', () => {
    expect(refusalOf('/proc/tenfold')).toMatch(
      /^The data folder \/proc\/tenfold cannot be used \(\w+\)\. Let the user/,
    )
  })
})

describe('one server holds a folder', () => {
  test('a second one is refused and told who the first is', async () => {
    const first = await holdElsewhere(path)
    expect(refusalOf(path)).toBe(
      `Another Tenfold server (process ${first.pid}) is already using ${path}. Stop it, or set DATA_DIR to another folder.`,
    )
  })

  test('a holder that is not known here is not named', async () => {
    await holdElsewhere(path)
    writeFileSync(join(path, 'server.pid'), 'nonsense')
    expect(refusalOf(path)).toBe(
      `Another Tenfold server is already using ${path}. Stop it, or set DATA_DIR to another folder.`,
    )
  })

  test('the lock of a killed process does not count', async () => {
    const first = await holdElsewhere(path)
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(existsSync(join(path, 'server.pid'))).toBe(true)
    openDataFolder(path).release()
  })

  test('but for servers that share it, and keep nothing in it that one must hold alone', () => {
    const servers = [shareDataFolder(path), shareDataFolder(path)]
    for (const server of servers) server.release()
    expect(readdirSync(path)).toEqual([])
  })

  test('a released folder is free, and names nobody', () => {
    openDataFolder(path).release()
    expect(existsSync(join(path, 'server.pid'))).toBe(false)
    openDataFolder(path).release()
  })
})

describe('the session secret', () => {
  test('is made once and kept for its owner alone', () => {
    const folder = openDataFolder(path)
    const secret = keptSecret(folder.path)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(keptSecret(folder.path)).toBe(secret)
    expect(statSync(join(path, 'session-secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(path).filter((name) => name.endsWith('.new'))).toEqual([])
    folder.release()
  })

  test('is the one that another server made at the same moment', () => {
    const { path: shared } = shareDataFolder(path)
    createDurably(join(shared, 'session-secret'), `${'first'.repeat(9)}\n`)
    createDurably(join(shared, 'session-secret'), `${'second'.repeat(9)}\n`)
    expect(keptSecret(shared)).toBe('first'.repeat(9))
  })

  test('is another one in every folder', () => {
    const secrets = ['a', 'b'].map((name) => {
      const folder = openDataFolder(join(parent, name))
      const secret = keptSecret(folder.path)
      folder.release()
      return secret
    })
    expect(secrets[0]).not.toBe(secrets[1])
  })

  test.each(['', 'short\n'])('that was cut to %j is refused, not replaced', (text) => {
    const folder = openDataFolder(path)
    writeFileSync(join(path, 'session-secret'), text)
    expect(() => keptSecret(folder.path)).toThrow(
      `The session secret ${path}/session-secret is damaged. Restore it from a backup, or delete it: then everybody signs in again.`,
    )
    expect(readFileSync(join(path, 'session-secret'), 'utf8')).toBe(text)
    folder.release()
  })
})
