import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { withSetupLock } from './setup-lock.mjs'

let root = ''
const lock = () => join(root, '.setup.lock')

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-lock-'))
})

afterEach(() => rm(root, { recursive: true }))

describe('the set-up lock', () => {
  test('runs one process at a time and prints a notice', async () => {
    const told = vi.spyOn(console, 'log').mockReturnValue()
    const steps: string[] = []
    const work = (name: string) => async () => {
      steps.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      steps.push(`${name} ends`)
    }
    await Promise.all([withSetupLock(root, work('first')), withSetupLock(root, work('second'))])
    const names = steps.map((step) => step.split(' ')[0])
    expect(names).toHaveLength(4)
    expect([names[0], names[2]]).toEqual([names[1], names[3]])
    expect(steps.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
    expect(told).toHaveBeenCalledExactlyOnceWith(
      `Waiting for process ${process.pid}, which is preparing this folder …`,
    )
    expect(existsSync(lock())).toBe(false)
  })

  test('is released when the work fails', async () => {
    await expect(withSetupLock(root, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(existsSync(lock())).toBe(false)
  })

  test('is ignored if its process has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    await writeFile(lock(), String(pid))
    expect(await withSetupLock(root, async () => 'done')).toBe('done')
  })

  test('is ignored after 30 seconds without updates', async () => {
    await writeFile(lock(), String(process.pid))
    const past = new Date(Date.now() - 31_000)
    await utimes(lock(), past, past)
    expect(await withSetupLock(root, async () => 'done')).toBe('done')
  })
})
