import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** A stand-in for the CLI that prints its input and exits with its own code. */
const PROGRAM = `
process.stdin.on('data', (piece) => console.log(JSON.stringify([process.argv.slice(2), String(piece)])))
process.stdin.on('end', () => process.exit(7))`

let root = ''

/** A checkout with nothing to install. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-commands-'))
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  await cp(import.meta.dirname, join(root, 'scripts'), { recursive: true })
  const files = {
    'package.json': JSON.stringify({ type: 'module', scripts: { tenfold: scripts['tenfold'] } }),
    'package-lock.json': '{ "packages": {} }',
    'node_modules/.package-lock.json': '{ "packages": {} }',
    'src/server/cli/main.ts': PROGRAM,
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), content)
  }
})
afterEach(() => rm(root, { recursive: true }))

describe('npm run tenfold', () => {
  test('passes arguments and standard input to the command and returns its exit code', async () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const args = ['run', '-s', 'tenfold', '--', 'backup', 'a folder', '--to=$x']
    const child = spawn(npm, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end('words')
    const [[code], out] = await Promise.all([once(child, 'exit'), text(child.stdout)])
    expect(JSON.parse(out)).toEqual([['backup', 'a folder', '--to=$x'], 'words'])
    expect(code).toBe(7)
  })
})
