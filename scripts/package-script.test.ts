import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { packageScript } from './package-script.mjs'

const root = join(import.meta.dirname, '..')

test.each(['format:check', 'lint', 'first-load', 'typecheck', 'test:unit', 'test:browser'])(
  'the script %s, which npm test runs, starts a program that exists',
  async (name) => {
    const [program = ''] = await packageScript(root, name)
    expect(existsSync(program)).toBe(true)
  },
)

test('a script that is not a single command is rejected', async () => {
  await expect(packageScript(root, 'start')).rejects.toThrow('must be a single command')
})
