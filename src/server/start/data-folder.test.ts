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
import { createDurably } from '../disk/durable-file.ts'
import { keptSecret } from './session-secret.ts'
import { StartError } from '../settings/start-error.ts'

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

/** Another process that locks the folder and keeps the lock. */
async function holdElsewhere(path: string): Promise<ChildProcess> {
  const program = `
    import { openDataFolder } from '${new URL('data-folder.ts', import.meta.url)}'
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
  test('is created with its parents, and only its owner can access it', () => {
    const folder = openDataFolder(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    folder.release()
  })

  test('can already exist', () => {
    mkdirSync(path, { recursive: true, mode: 0o750 })
    openDataFolder(path).release()
    expect(statSync(path).mode & 0o777).toBe(0o750)
  })

  test('that is a file is rejected', () => {
    const file = join(parent, 'data')
    writeFileSync(file, 'mine')
    for (const path of [file, join(file, 'below')]) {
      expect(refusalOf(path)).toBe(`DATA_DIR: ${path} is a file or is inside one. Set DATA_DIR to a folder.`)
    }
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test.skipIf(process.getuid?.() === 0)('that is not writable is rejected', () => {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o500)
    expect(refusalOf(path)).toBe(
      `The data folder ${path} isn’t usable (EACCES). Give the user that runs Tenfold write access, or set DATA_DIR to another folder.`,
    )
    expect(readdirSync(path)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('that nobody can write to is rejected, even for root', () => {
    expect(refusalOf('/proc/tenfold')).toMatch(
      /^The data folder \/proc\/tenfold isn’t usable \(\w+\)\. Give the user/,
    )
  })
})

describe('a data folder in use', () => {
  test('rejects a second server and reports the process id of the first', async () => {
    const first = await holdElsewhere(path)
    expect(refusalOf(path)).toBe(
      `Another Tenfold server (process ${first.pid}) is already using ${path}. Stop it, or set DATA_DIR to another folder.`,
    )
  })

  test('does not report the process id of a process on another machine', async () => {
    await holdElsewhere(path)
    writeFileSync(join(path, 'server.pid'), 'nonsense')
    expect(refusalOf(path)).toBe(
      `Another Tenfold server is already using ${path}. Stop it, or set DATA_DIR to another folder.`,
    )
  })

  test('is free once its process is killed', async () => {
    const first = await holdElsewhere(path)
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(existsSync(join(path, 'server.pid'))).toBe(true)
    openDataFolder(path).release()
  })

  test('can be shared by servers on one PostgreSQL database', () => {
    const servers = [shareDataFolder(path), shareDataFolder(path)]
    for (const server of servers) server.release()
    expect(readdirSync(path)).toEqual([])
  })

  test('is free once released, and contains no process id', () => {
    openDataFolder(path).release()
    expect(existsSync(join(path, 'server.pid'))).toBe(false)
    openDataFolder(path).release()
  })
})

describe('the session secret', () => {
  test('is created once, and only its owner can read it', () => {
    const folder = openDataFolder(path)
    const secret = keptSecret(folder.path)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(keptSecret(folder.path)).toBe(secret)
    expect(statSync(join(path, 'session-secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(path).filter((name) => name.endsWith('.new'))).toEqual([])
    folder.release()
  })

  test('is the secret that another server created at the same time', () => {
    const { path: shared } = shareDataFolder(path)
    createDurably(join(shared, 'session-secret'), `${'first'.repeat(9)}\n`)
    createDurably(join(shared, 'session-secret'), `${'second'.repeat(9)}\n`)
    expect(keptSecret(shared)).toBe('first'.repeat(9))
  })

  test.skipIf(process.platform === 'win32')(
    'leaves no file behind if the disk has no room for it',
    async () => {
      const { path: shared } = shareDataFolder(path)
      const program = `
      import { createDurably } from '${new URL('../disk/durable-file.ts', import.meta.url)}'
      createDurably(${JSON.stringify(join(shared, 'session-secret'))}, 'secret')`
      const limited = 'ulimit -f 0 && exec "$0" --input-type=module --eval "$1"'
      const child = spawn('sh', ['-c', limited, process.execPath, program], { stdio: 'ignore' })
      expect(await once(child, 'exit')).toEqual([1, null])
      expect(readdirSync(shared).filter((name) => name.startsWith('session-secret'))).toEqual([])
    },
  )

  test('differs between folders', () => {
    const secrets = ['a', 'b'].map((name) => {
      const folder = openDataFolder(join(parent, name))
      const secret = keptSecret(folder.path)
      folder.release()
      return secret
    })
    expect(secrets[0]).not.toBe(secrets[1])
  })

  test.each(['', 'short\n'])('that was truncated to %j is rejected, not replaced', (text) => {
    const folder = openDataFolder(path)
    writeFileSync(join(path, 'session-secret'), text)
    expect(() => keptSecret(folder.path)).toThrow(
      `The session secret ${path}/session-secret is damaged. Restore the file from a backup, or delete it, which signs out all users.`,
    )
    expect(readFileSync(join(path, 'session-secret'), 'utf8')).toBe(text)
    folder.release()
  })
})
