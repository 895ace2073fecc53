import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { LINES } from '../tests/security-lines.mjs'
import { missingTests, securityRows, securityTable } from './security-table.mjs'

const ROOT = join(import.meta.dirname, '..')

describe('the lines of the security statements', () => {
  it('name existing files and have unique numbers', () => {
    const files = LINES.flatMap(({ tests }) => tests.map(([file]) => file))
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(new Set(LINES.map(({ number }) => number)).size).toBe(LINES.length)
    expect(LINES.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})

const ran = (title: string, passed = true) => ({ file: 'a.test.ts', title, passed })

describe('the table', () => {
  const line = { number: 7, statement: 'Nothing gets out', tests: [['a.test.ts', 'one', 'two']] } as const
  const resultOf = (...tests: ReturnType<typeof ran>[]) => securityRows([line], tests)[0]

  it('counts the tests of a line that passes', () => {
    expect(resultOf(ran('one x'), ran('one y'), ran('two'), ran('three', false))).toMatchObject({
      result: 'holds',
      attempts: 3,
    })
  })

  it('reports lines that fail or have no tests', () => {
    expect(resultOf(ran('one'), ran('two', false))?.result).toBe('FAILS')
    expect(resultOf(ran('one'))?.result).toBe('NOT TRIED')
    expect(resultOf()?.result).toBe('NOT TRIED')
  })

  it('names the entries without a test', () => {
    expect(missingTests(line, [ran('two x'), ran('not one')])).toEqual(['a.test.ts: one'])
  })

  it('has a row for each line', () => {
    expect(securityTable(securityRows([line], [ran('one'), ran('two')]))).toBe(
      'Line  Result     Attempts  Statement\n   7  holds             2  Nothing gets out',
    )
  })
})

describe('the packages', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }

  it('include Fastify 5.12.8 or later, because earlier versions have known advisories', () => {
    const [major = 0, minor = 0, patch = 0] = (packages['node_modules/fastify']?.version ?? '')
      .split('.')
      .map(Number)
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(5_012_008)
  })

  it('include no multipart parser', () => {
    expect(Object.keys(packages).filter((name) => /multipart|busboy|formidable|multer/.test(name))).toEqual(
      [],
    )
  })
})
