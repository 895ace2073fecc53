import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { failureTable, readRan, slowestTable } from './ran-tests.mjs'

const PACKAGES = join(import.meta.dirname, '../node_modules')

/** Returns a statement that throws a two-line message with colors, like most assertions. */
const failing = (text: string) => `throw new Error('\\u001B[31m${text}\\u001B[39m\\nand details')`

/** One test that passes, one that fails, one that passes on a retry, and one that is skipped. */
const TESTS = `
import { existsSync, writeFileSync } from 'node:fs'
test.describe('a level', () => {
  test('has slots', () => {})
  test('rejects a move', () => { ${failing('no slot')} })
  test('is full', () => { if (!existsSync('tried')) { writeFileSync('tried', ''); ${failing('not yet')} } })
  test.skip('is empty', () => {})
})`

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-ran-'))
  await symlink(PACKAGES, join(root, 'node_modules'))
})

afterEach(() => rm(root, { recursive: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

/** Runs a package's program in the folder and returns the tests in its report. */
async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(PACKAGES, program), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const ran = await readRan(root, join(root, 'report.json'))
  return ran.map(({ seconds, ...rest }) => (expect(seconds).toBeGreaterThanOrEqual(0), rest))
}

const runVitest = () => {
  const report = ['--reporter=json', '--outputFile=report.json']
  return run('vitest/vitest.mjs', ['run', '--retry=1', '--includeTaskLocation', ...report])
}

const runPlaywright = () =>
  run('@playwright/test/cli.js', ['test', '--retries=1', '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, 'report.json'),
  })

describe('reading a report', () => {
  test('returns which Vitest tests passed, failed, and passed on a retry, with the first error', async () => {
    const imports = `import { test as own, describe } from 'vitest'\nconst test = Object.assign(own, { describe })`
    await write({ 'src/a.test.mjs': imports + TESTS })
    const common = { file: 'src/a.test.mjs', variant: '' }
    expect(await runVitest()).toEqual([
      { ...common, line: 5, title: 'a level has slots', passed: true, isFlaky: false, error: '' },
      {
        ...common,
        line: 6,
        title: 'a level rejects a move',
        passed: false,
        isFlaky: false,
        error: 'Error: no slot',
      },
      { ...common, line: 7, title: 'a level is full', passed: true, isFlaky: true, error: 'Error: not yet' },
    ])
  })

  test('returns which Playwright stories passed, failed, and passed on a retry, for each width', async () => {
    await write({
      'playwright.config.mjs': `export default { testDir: 'tests/browser', projects: [{ name: 'wide' }] }`,
      'tests/browser/a.spec.mjs': `import { test } from '@playwright/test'\n${TESTS}`,
    })
    const common = { file: 'tests/browser/a.spec.mjs', variant: 'wide' }
    expect(await runPlaywright()).toEqual([
      { ...common, line: 5, title: 'a level has slots', passed: true, isFlaky: false, error: '' },
      {
        ...common,
        line: 6,
        title: 'a level rejects a move',
        passed: false,
        isFlaky: false,
        error: 'Error: no slot',
        details: ['and details'],
      },
      {
        ...common,
        line: 7,
        title: 'a level is full',
        passed: true,
        isFlaky: true,
        error: 'Error: not yet',
        details: ['and details'],
      },
    ])
  })

  test('includes the seed that makes fast-check repeat a failure', async () => {
    await write({
      'src/b.test.mjs': `
import fc from 'fast-check'
import { test } from 'vitest'
test('is even', () => fc.assert(fc.property(fc.constant(1), (n) => n % 2 === 0), { seed: 7 }))`,
    })
    const [failed] = await runVitest()
    expect(failed?.error).toMatch(/^Error: Property failed after 1 tests \{ seed: 7, path: "0", /)
  })

  test('counts a Vitest file that fails outside its tests as one failed test', async () => {
    await write({ 'src/b.test.mjs': failing('no database') })
    expect(await runVitest()).toMatchObject([
      { file: 'src/b.test.mjs', line: null, title: 'outside of a test', passed: false, error: 'no database' },
    ])
  })

  test('counts a Playwright file that fails outside its stories as one failed test', async () => {
    await write({
      'playwright.config.mjs': `export default { testDir: 'tests/browser' }`,
      'tests/browser/b.spec.mjs': failing('no browser'),
    })
    expect((await runPlaywright())[0]).toMatchObject({
      file: 'tests/browser',
      line: null,
      title: 'outside of a story',
      passed: false,
      error: 'Error: no browser',
    })
  })
})

test('returns no tests if the runner wrote no report', async () => {
  expect(await readRan(root, join(root, 'absent.json'))).toEqual([])
})

const PASSED = {
  file: 'a.ts',
  line: 1,
  title: 'holds',
  variant: '',
  passed: true,
  isFlaky: false,
  error: '',
  seconds: 1,
}

test('lists the slowest tests first, and at most the given number', () => {
  const ran = [0.5, 12.25, 3].map((seconds) => ({ ...PASSED, title: `${seconds}`, seconds }))
  expect(slowestTable(ran, 2)).toBe('   12.3 s  a.ts  12.25\n    3.0 s  a.ts  3')
})

test('counts how often each repeated test failed, and with which errors', () => {
  const failed = { ...PASSED, variant: 'wide', passed: false, error: 'Error: no slot' }
  const ran = [
    PASSED,
    failed,
    { ...failed, error: 'Error: late' },
    failed,
    { ...failed, passed: true, error: '' },
  ]
  expect(failureTable(ran)).toBe(
    'Failed 3 of 4: a.ts:1  holds (wide)\n  2 × Error: no slot\n  1 × Error: late',
  )
  expect(failureTable([PASSED, PASSED])).toBe('')
})
