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

import { forgetLeft, isAsLeft, noteLeft } from './left-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenfold-left-'))
  file = join(folder, 'tenfold.db')
  writeFileSync(file, 'a database')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a database', () => {
  test('lies as it was left until it is forgotten', () => {
    expect(isAsLeft(file)).toBe(false)
    noteLeft(file)
    expect(isAsLeft(file)).toBe(true)
    forgetLeft(file)
    expect(isAsLeft(file)).toBe(false)
    forgetLeft(file)
  })

  test.each<[string, () => void]>([
    ['was written to', () => appendFileSync(file, '!')],
    ['has other bytes and its old times', () => overwriteKeepingTimes()],
    ['is a copy', () => replaceByCopy()],
    ['has a log', () => writeFileSync(`${file}-wal`, 'something')],
    ['is gone', () => rmSync(file)],
    ['has a note that says something else', () => writeFileSync(`${file}.left`, '1 2 3 4')],
  ])('does not lie as it was left when it %s', (_, change) => {
    noteLeft(file)
    change()
    expect(isAsLeft(file)).toBe(false)
  })

  test('that has a log, or is not there, is not noted', () => {
    writeFileSync(`${file}-wal`, 'something')
    noteLeft(file)
    rmSync(`${file}-wal`)
    expect(isAsLeft(file)).toBe(false)
    rmSync(file)
    noteLeft(file)
    expect(isAsLeft(file)).toBe(false)
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
