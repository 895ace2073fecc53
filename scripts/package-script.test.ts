import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { packageScript } from './package-script.mjs'

const root = join(import.meta.dirname, '..')

test.each(['format:check', 'lint', 'typecheck', 'test:unit', 'test:browser'])(
  'the script %s, which npm test runs, is one command of an installed package',
  async (name) => {
    const [program = ''] = await packageScript(root, name)
    expect(existsSync(program)).toBe(true)
  },
)

test('a script that is no such command is refused', async () => {
  await expect(packageScript(root, 'start')).rejects.toThrow('not one command')
})
