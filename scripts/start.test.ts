import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { until } from '#tests/support/until.ts'

/** A server stub that prints its process id once it handles signals, and then the signal that stops it. */
const SERVER = `
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => setTimeout(() => { console.log('stopped by ' + signal); process.exit(0) }, 50))
}
console.log('listening ' + process.pid)
setInterval(() => {}, 1000)`

let root = ''
let running: ChildProcess[] = []

/** A checkout with nothing to install and one page to build. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenfold-start-'))
  const folders = ['src/web', 'src/server', 'node_modules/.bin', 'scripts']
  await Promise.all(folders.map((path) => mkdir(join(root, path), { recursive: true })))
  await cp(import.meta.dirname, join(root, 'scripts'), { recursive: true })
  await symlink(join(import.meta.dirname, '../node_modules/vite'), join(root, 'node_modules/vite'))
  const files = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': '{ "packages": {} }',
    'node_modules/.package-lock.json': '{ "packages": {} }',
    'vite.config.ts': `export default { root: 'src/web' }`,
    'src/web/index.html': '<title>A page</title>',
    'vite.server.config.ts': await readFile(join(import.meta.dirname, '../vite.server.config.ts'), 'utf8'),
    'src/server/main.ts': SERVER,
  }
  await Promise.all(Object.entries(files).map(([path, content]) => writeFile(join(root, path), content)))
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  await rm(root, { recursive: true })
})

/** Removes the lines that a build writes every 10 s on a slow machine. */
function withoutProgress(output: string): string {
  return output.replace(/ …\n(?:.+ … \d+ s\n)+.+ …/g, ' …')
}

function start(): { child: ChildProcess; output: Promise<string>; shown: () => string } {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  let shown = ''
  child.stdout.on('data', (chunk) => (shown += String(chunk)))
  return { child, output: text(child.stdout), shown: () => shown }
}

async function untilListening(shown: () => string): Promise<number> {
  await until(() => expect(shown()).toMatch(/listening \d+\n/))
  return Number(/listening (\d+)/.exec(shown())?.[1])
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('forwards %s once and exits like the server', async (signal) => {
    const { child, output, shown } = start()
    const server = await untilListening(shown)
    child.kill(signal)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect((await output).match(/stopped by \w+/g)).toEqual([`stopped by ${signal}`])
    expect(() => process.kill(server, 0)).toThrow('ESRCH')
  })

  test('stops the server when the shell that npm started dies', async () => {
    const command = `"${process.execPath}" scripts/start.mjs; exit 7`
    const env = { ...process.env, npm_lifecycle_event: 'start' }
    const shell = spawn('sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env })
    running.push(shell)
    let shown = ''
    shell.stdout.on('data', (chunk) => (shown += String(chunk)))
    const server = await untilListening(() => shown)
    shell.kill('SIGKILL')
    await until(() => expect(shown).toContain('stopped by SIGTERM'))
    await until(() => expect(() => process.kill(server, 0)).toThrow('ESRCH'))
  })

  test('builds the pages and the server only the first time', async () => {
    await writeFile(join(root, 'src/server/main.ts'), "console.log('here')")
    expect(withoutProgress(await start().output)).toMatch(
      /^Building the pages … done \(\d+\.\d s\)\nBuilding the server … done \(\d+\.\d s\)\nhere\n$/,
    )
    expect(await start().output).toBe('here\n')
  })

  test('rebuilds the server after its sources change', async () => {
    await writeFile(join(root, 'src/server/main.ts'), "console.log('here')")
    await start().output
    await writeFile(join(root, 'src/server/main.ts'), "console.log('there')")
    expect(withoutProgress(await start().output)).toMatch(
      /^Building the server … done \(\d+\.\d s\)\nthere\n$/,
    )
  })

  test('exits with the exit code of the server', async () => {
    await writeFile(join(root, 'src/server/main.ts'), 'process.exit(3)')
    expect(await once(start().child, 'exit')).toEqual([3, null])
  })
})
