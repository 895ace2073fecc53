import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { closingLine, readCounts } from './test-counts.mjs'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-counts-'))
})

afterEach(() => rm(root, { recursive: true }))

test.each([
  ['Vitest', { numTotalTests: 7, numPassedTests: 4, numFailedTests: 2, numPendingTests: 1 }, 4, 2],
  ['Playwright', { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }, 4, 1],
])('a report of %s is counted', async (_runner, report, passed, failed) => {
  const path = join(root, 'report.json')
  await writeFile(path, JSON.stringify(report))
  expect(await readCounts(path)).toEqual({ passed, failed })
})

test('a runner that left no report has run no test', async () => {
  expect(await readCounts(join(root, 'absent.json'))).toEqual({ passed: 0, failed: 0 })
})

test('the closing line sums the tests up', () => {
  const steps = [
    { ok: true },
    { ok: true, counts: { passed: 40, failed: 0 } },
    { ok: false, counts: { passed: 5, failed: 2 } },
  ]
  expect(closingLine(steps)).toBe('45 passed, 2 failed')
})

test('a step that fails without a failed test counts as one failure', () => {
  expect(closingLine([{ ok: false }, { ok: true, counts: { passed: 40, failed: 0 } }])).toBe(
    '40 passed, 1 failed',
  )
  expect(closingLine([{ ok: false, counts: { passed: 0, failed: 0 } }])).toBe('0 passed, 1 failed')
})
