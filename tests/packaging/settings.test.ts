import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { UPLOAD_MB_DEFAULT } from '#domain/limits.ts'
import { MEGABYTE, readConfig } from '#server/config.ts'
import { SECRETS, isPlaceholder } from '#server/settings/settings.ts'
import { readDockerfile, readEnv } from '../support/dockerfile.ts'

import { SERVER_FLAGS, SERVER_MEMORY } from '../../scripts/runtime.mjs'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'tenfold-packaging-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Every setting that the server reads. */
const SETTINGS = settingsAsked()

function settingsAsked(): Set<string> {
  const names = new Set<string>()
  const get = (_: unknown, name: string) => {
    names.add(name)
    return undefined
  }
  readConfig(new Proxy<Record<string, undefined>>({}, { get }), folder)
  return names
}

/** Variables of a container that the server does not read. */
const OF_OTHERS = new Set(['PATH', 'NODE_ENV', ...Object.keys(SERVER_MEMORY)])

const unknown = (names: readonly string[]) =>
  names.filter((name) => !SETTINGS.has(name) && !OF_OTHERS.has(name))

type Service = {
  build?: string
  image: string
  environment: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks: string[]
  depends_on?: Record<string, { condition: string }>
  [other: string]: unknown
}
type Compose = {
  services: Record<string, Service>
  secrets?: Record<string, { file: string }>
  volumes: Record<string, null>
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
}

const FILES = ['compose.yaml', 'compose.postgres.yaml']
const readCompose = (path: string) => parse(read(path), { merge: true, strict: true }) as Compose
const oursIn = ({ services }: Compose) => Object.values(services).filter(({ build }) => build !== undefined)

/** Returns a value with the variables of `.env` filled in, as Compose does. */
const filledIn = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, fallback?: string) =>
    name === 'SITE' ? 'tasks.example.org' : (fallback ?? ''),
  )

test('the README lists exactly the settings of the server', () => {
  const named = [...read('README.md').matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)
  const asked = [...SETTINGS].filter((name) => !name.endsWith('_FILE'))
  expect(named.toSorted()).toEqual(asked.toSorted())
  const fromFiles = [...read('README.md').matchAll(/^\| `(\w+)` \*/gm)].map(([, name = '']) => name)
  expect(fromFiles.toSorted()).toEqual([...SECRETS].toSorted())
})

describe.each(FILES)('%s', (path) => {
  const compose = readCompose(path)

  test('gives the servers only known settings with valid values', () => {
    expect(oursIn(compose).length).toBeGreaterThan(0)
    for (const { environment } of oursIn(compose)) {
      expect(unknown(Object.keys(environment))).toEqual([])
      const values = Object.entries(environment).map(([name, value]) => [name, filledIn(value)])
      const env: Record<string, string> = Object.fromEntries(values)
      if (env['DATABASE_URL_FILE']) {
        env['DATABASE_URL_FILE'] = join(folder, 'url')
        writeFileSync(join(folder, 'url'), 'postgres://tenfold:x@postgres/tenfold')
      }
      expect(readConfig(env, folder)).toMatchObject({ trustedProxies: [env['TRUSTED_PROXIES']] })
    }
  })

  test('7: contains no secret and no placeholder: secrets come from files that the administrator creates', () => {
    for (const { environment, secrets = [] } of Object.values(compose.services)) {
      for (const [name, value] of Object.entries(environment)) {
        expect([name, SECRETS.has(name) || /(PASSWORD|SECRET|KEY)$/.test(name)]).toEqual([name, false])
        if (name.endsWith('_FILE')) expect(secrets.map((secret) => `/run/secrets/${secret}`)).toContain(value)
        else expect([name, isPlaceholder(value.replace('tasks.example.org', ''))]).toEqual([name, false])
      }
    }
    for (const { file } of Object.values(compose.secrets ?? {})) {
      expect(file).toMatch(/^\.\/secrets\//)
      expect(existsSync(join(ROOT, file))).toBe(false)
    }
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['secrets/', '.env']))
  })

  test('refers only to its own networks, volumes, secrets and services', () => {
    for (const service of Object.values(compose.services)) {
      for (const name of service.networks) expect(compose.networks).toHaveProperty(name)
      for (const name of service.secrets ?? []) expect(compose.secrets).toHaveProperty([name])
      for (const name of Object.keys(service.depends_on ?? {}))
        expect(compose.services).toHaveProperty([name])
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(existsSync(join(ROOT, source))).toBe(true)
        else expect(compose.volumes).toHaveProperty(source)
      }
    }
  })

  test('gives the servers no privileges and only their data folder to write to', () => {
    for (const service of oursIn(compose)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        volumes: ['data:/data'],
        stop_grace_period: '15s',
      })
    }
  })

  test('pins images by digest', () => {
    for (const { build, image } of Object.values(compose.services)) {
      if (build === undefined) expect(image).toMatch(/@sha256:[\da-f]{64}$/)
      else expect(image).toBe(`tenfold:${(JSON.parse(read('package.json')) as { version: string }).version}`)
    }
  })
})

test('the manual’s container commands name a service of compose.yaml and a file of the image', () => {
  const commands = [
    ...read('docs/operations.md').matchAll(/^docker compose (?:exec|run) .*?(\S+) node (\S+)/gm),
  ]
  expect(commands.length).toBeGreaterThan(1)
  for (const [, service = '', file = ''] of commands) {
    expect(readCompose('compose.yaml').services).toHaveProperty([service])
    expect([file, file.startsWith('src/server/') && existsSync(join(ROOT, file))]).toEqual([file, true])
  }
})

test('the image sets only known settings', () => {
  const instructions = readDockerfile(read('Dockerfile')).flatMap((stage) => stage.instructions)
  const names = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ rest }) => Object.keys(readEnv(rest)))
  expect(names).toContain('DATA_DIR')
  expect(unknown(names)).toEqual([])
})

test.each(['Dockerfile', 'packaging/tenfold.service'])('%s limits memory like npm start', (path) => {
  const text = read(path)
  for (const [name, value] of Object.entries(SERVER_MEMORY)) expect(text).toContain(`${name}=${value}`)
  for (const flag of SERVER_FLAGS) expect(text).toContain(flag)
})

describe('the systemd unit', () => {
  const unit = read('packaging/tenfold.service')

  test('sets only known settings and gives the server time to stop', () => {
    const pairs = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, rest = '']) => rest.split(' '))
    expect(pairs.length).toBeGreaterThan(0)
    expect(unknown(pairs.map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
    expect(unit).toMatch(/^TimeoutStopSec=15$/m)
  })

  test('has the data folder that the manual’s commands use', () => {
    const [, dataDir] = /^Environment=.*\b(DATA_DIR=\S+)/m.exec(unit) ?? []
    const commands = [
      ...read('docs/operations.md').matchAll(/cd \/opt\/tenfold && (.*?)npm run .*tenfold --/g),
    ]
    expect(commands.length).toBeGreaterThan(1)
    for (const [, settings] of commands) expect(settings).toBe(`${dataDir} `)
  })

  test.runIf(isAtHand('systemd-analyze'))('is valid for systemd and restricts the server', () => {
    const file = join(folder, 'tenfold.service')
    // The unit refers to the installed program, so this test replaces it with an existing one.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
    expect(judged.status).toBe(0)
  })
})

describe('the proxy settings', () => {
  test('allow uploads as large as the server allows', () => {
    const [, caddy] = /max_size (\d+)MiB/.exec(read('packaging/Caddyfile')) ?? []
    const [, nginx] = /client_max_body_size (\d+)m;/.exec(read('packaging/nginx.conf')) ?? []
    for (const megabytes of [caddy, nginx]) {
      expect(Number(megabytes) * MEGABYTE).toBeGreaterThan(UPLOAD_MB_DEFAULT * MEGABYTE)
    }
  })

  test.runIf(isAtHand('caddy'))('are valid for Caddy', () => {
    const env = { ...process.env, SITE: 'tasks.example.org', UPSTREAMS: 'one:3000 two:3000', HOME: folder }
    const config = join(ROOT, 'packaging/Caddyfile')
    const { status, stdout } = spawnSync('caddy', ['adapt', '--config', config], { env, encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).toContain('"upstreams":[{"dial":"one:3000"},{"dial":"two:3000"}]')
  })

  test.runIf(isAtHand('nginx') && isAtHand('openssl'))('are valid for nginx', () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')]
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=x',
      '-keyout',
      key,
      '-out',
      certificate,
    ]
    expect(spawnSync('openssl', made).status).toBe(0)
    const ours = read('packaging/nginx.conf').replaceAll(/\/etc\/ssl\/[\w.]+\//g, `${folder}/`)
    const whole = join(folder, 'nginx.conf')
    writeFileSync(whole, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${ours}\n}\n`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', whole, '-e', join(folder, 'log')], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
  })
})

function isAtHand(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return folders.some((folder) => existsSync(join(folder, program)))
}
