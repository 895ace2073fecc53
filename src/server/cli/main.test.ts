import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { BLOB, type Installation, fillInstallation, makeInstallation } from '#tests/support/installation.ts'
import { until } from '#tests/support/until.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

let here: Installation
let children: ChildProcess[] = []
beforeEach(async () => {
  here = await makeInstallation({ dialect: 'sqlite' })
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await here.remove()
})

function start(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: here.env })
  children.push(child)
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { child, ended: ended.then(([[code], out, err]) => ({ code: code as number | null, out, err })) }
}

describe('the tenfold command', () => {
  test('reads piped input and prints to the correct stream', async () => {
    const { child, ended } = start('user', 'add', 'ada@example.com')
    child.stdin.end('short\n')
    expect(await ended).toEqual({ code: 1, out: '', err: 'Use 8–128 characters.\n' })
  })

  test('completes if nobody reads its output', async () => {
    const child = spawn(process.execPath, [MAIN, 'user', 'add', 'ada@example.com'], { env: here.env })
    children.push(child)
    child.stdout.destroy()
    child.stdin.end('a loud red mountain\n')
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect([code, err]).toEqual([0, ''])
  })

  test('exits even if a pipe stays open', async () => {
    const { child, ended } = start('user', 'add', 'ada@example.com')
    child.stdin.write('a loud red mountain\n')
    expect(await ended).toEqual({ code: 0, out: 'Created the account ada@example.com.\n', err: '' })
  })

  test('prints a hint when nothing is piped in', async () => {
    const { child, ended } = start('user', 'add', 'ada@example.com')
    const [hint] = (await once(child.stderr, 'data')) as [Buffer]
    expect(String(hint)).toContain('Waiting for the password on standard input.')
    child.stdin.end()
    expect((await ended).out).toContain('Password: ')
  })

  test('creates files that only their owner can read', async () => {
    const { child, ended } = start('backup', join(here.path, 'backup'))
    child.stdin.end()
    expect((await ended).code).toBe(0)
    for (const name of readdirSync(join(here.path, 'backup'), { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(here.path, 'backup', name)).mode & 0o077).toBe(0)
  })

  test('replaces control characters in its output', async () => {
    await fillInstallation(here)
    const email = 'a\u001B[2J\u202Eda@example.com'
    await here.use((db) => db.updateTable('users').set({ email }).where('id', '=', 'ada').execute())
    const { child, ended } = start('user', 'list')
    child.stdin.end()
    expect((await ended).out).toContain('a\uFFFD[2J\uFFFDda@example.com')
  })

  test.skipIf(process.platform === 'win32').each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('leaves nothing of a backup that %s interrupts', async (signal, wanted) => {
    await fillInstallation(here)
    // A sparse file is created instantly, but copying it takes seconds.
    const size = 2 ** 32
    truncateSync(join(here.dataDir, 'files', BLOB), size)
    await here.use((db) => db.updateTable('attachments').set({ size }).where('blob', '=', BLOB).execute())
    const unfinished = join(here.path, 'backup.unfinished')
    const { child, ended } = start('backup', join(here.path, 'backup'))
    await until(() => expect(existsSync(unfinished)).toBe(true))
    child.kill(signal)
    expect((await ended).code).toBe(wanted)
    expect(readdirSync(here.path)).toEqual(['data'])
  })
})
