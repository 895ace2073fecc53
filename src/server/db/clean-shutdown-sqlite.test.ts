import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { clearCleanShutdown, wasShutDownCleanly, markCleanShutdown } from './clean-shutdown.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenfold-left-'))
  file = join(folder, 'tenfold.db')
  writeFileSync(file, 'a database')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a database', () => {
  test('counts as clean until the mark is cleared', () => {
    expect(wasShutDownCleanly(file)).toBe(false)
    markCleanShutdown(file)
    expect(wasShutDownCleanly(file)).toBe(true)
    clearCleanShutdown(file)
    expect(wasShutDownCleanly(file)).toBe(false)
    clearCleanShutdown(file)
  })

  test.each<[string, () => void]>([
    ['was written to', () => appendFileSync(file, '!')],
    ['has other bytes and its old times', () => overwriteKeepingTimes()],
    ['is a copy', () => replaceByCopy()],
    ['has a log', () => writeFileSync(`${file}-wal`, 'something')],
    ['is gone', () => rmSync(file)],
    ['has a mark with other content', () => writeFileSync(`${file}.left`, '1 2 3 4')],
  ])('is not clean if it %s', (_, change) => {
    markCleanShutdown(file)
    change()
    expect(wasShutDownCleanly(file)).toBe(false)
  })

  test('is not marked as clean if it has a log or is missing', () => {
    writeFileSync(`${file}-wal`, 'something')
    markCleanShutdown(file)
    rmSync(`${file}-wal`)
    expect(wasShutDownCleanly(file)).toBe(false)
    rmSync(file)
    markCleanShutdown(file)
    expect(wasShutDownCleanly(file)).toBe(false)
  })
})

function overwriteKeepingTimes(): void {
  const { atime, mtime } = statSync(file)
  writeFileSync(file, readFileSync(file, 'utf8').toUpperCase())
  utimesSync(file, atime, mtime)
}

function replaceByCopy(): void {
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}
