// Runs two scanners against a local server with data, for `npm run scan`. Findings must be explained in SECURITY.md and
// listed here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { installPackages } from './packages.mjs'
import { findRuntime } from './runtime.mjs'
import { SERVER_FILE, buildServer } from './server-build.mjs'
import { SetupError, runScript, runStep } from './step.mjs'
import { buildWeb } from './web-build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const PORT = 4790
const ADDRESS = `http://127.0.0.1:${PORT}`
const READY_MS_MAX = 20_000
const SCAN_S_MAX = 240

/** wapiti's findings that SECURITY.md explains, by category and text. */
const EXPLAINED = {
  'Content Security Policy Configuration': /default-src/i,
  'HttpOnly Flag cookie': /^$/,
  'Secure Flag cookie': /./,
  'HTTP Secure Headers': /Strict-Transport-Security|X-Frame-Options|X-XSS-Protection/i,
}

/** Paths that are public on purpose. Any other path with a 200 response is a finding. */
const PUBLIC = new Set(['index.html', 'favicon.ico'])

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  await buildWeb(root, runtime)
  await buildServer(root, runtime)
  for (const tool of ['wapiti', 'ffuf']) await requireTool(tool)
  const folder = await mkdtemp(join(tmpdir(), 'tenfold-scan-'))
  const server = spawn(runtime, [join(root, SERVER_FILE)], {
    env: { ...process.env, PORT: String(PORT), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  })
  try {
    await untilReady()
    const cookie = await fillServer()
    const findings = [...(await guessPaths(folder)), ...(await attack(folder, cookie))]
    const answer = await fetch(`${ADDRESS}/readyz`)
    if (answer.status !== 200) findings.push(`after the scan, /readyz returned ${answer.status}`)
    for (const finding of findings) console.log(finding)
    console.log(
      `${findings.length} findings that SECURITY.md does not explain. Fix them, or explain them in SECURITY.md and list them in scripts/scan.mjs.`,
    )
    return findings.length === 0 ? 0 : 1
  } finally {
    server.kill()
    await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
})

/** @param {string} tool */
async function requireTool(tool) {
  const child = spawn(tool, ['--help'], { stdio: 'ignore' })
  const isThere = await Promise.race([
    once(child, 'exit').then(() => true),
    once(child, 'error').then(() => false),
  ])
  if (!isThere) throw new SetupError(`${tool} is not installed. On Debian: apt install wapiti ffuf`)
}

async function untilReady() {
  const deadline = performance.now() + READY_MS_MAX
  while (performance.now() < deadline) {
    const answer = await fetch(`${ADDRESS}/readyz`).catch(() => null)
    if (answer?.ok) return
    await delay(50)
  }
  throw new SetupError('The server didn’t become ready. Check its log and try again.')
}

/**
 * Creates an account with tasks, a category, a template and a file.
 *
 * @returns {Promise<string>} its cookie
 */
async function fillServer() {
  const person = { email: 'scan@example.com', password: 'a quiet green harbour', firstName: 'Scan' }
  const registered = await post('/api/register', person, '')
  const cookie = registered.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  for (let number = 1; number <= 20; number++) {
    const task = {
      title: `Task ${number}`,
      priority: (number % 10) + 1,
      dueDate: '2026-12-01',
      notes: 'Some notes',
    }
    await post('/api/tasks', task, cookie)
  }
  await post('/api/tasks', { title: 'Done', completed: true }, cookie)
  await post('/api/categories', { name: 'Garden' }, cookie)
  await post('/api/templates', { name: 'Move house', isPublic: true }, cookie)
  const file = { method: 'PUT', headers: { cookie }, body: 'some bytes' }
  await fetch(`${ADDRESS}/api/tasks/1/attachments/plan.txt`, file)
  return cookie
}

/**
 * @param {string} path
 * @param {object} body
 * @param {string} cookie
 */
async function post(path, body, cookie) {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(ADDRESS + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new SetupError(`Filling the server: ${path} returned ${answer.status}.`)
  return answer
}

/**
 * Requests paths that programs often expose by mistake. The server responds to every path without a dot with the page.
 *
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function guessPaths(folder) {
  const report = join(folder, 'ffuf.json')
  const page = await (await fetch(ADDRESS)).text()
  const args = [
    '-u',
    `${ADDRESS}/FUZZ`,
    '-w',
    join(root, 'scripts/scan-words.txt'),
    '-mc',
    '200-299,301,302,500-599',
  ]
  const shown = ['-fs', String(Buffer.byteLength(page)), '-s', '-o', report, '-of', 'json']
  const { ok, output } = await runStep('Guessing paths', 'ffuf', [...args, ...shown], { cwd: folder })
  if (!ok) throw new SetupError(output)
  /** @type {{ results: { input: { FUZZ: string }, status: number }[] }} */
  const { results } = JSON.parse(await readFile(report, 'utf8'))
  return results
    .filter(({ input }) => !PUBLIC.has(input.FUZZ))
    .map(({ input, status }) => `ffuf: /${input.FUZZ} returned ${status}`)
}

/**
 * Attacks every GET path and parameter that a signed-in user can reach.
 *
 * @param {string} folder
 * @param {string} cookie
 * @returns {Promise<string[]>}
 */
async function attack(folder, cookie) {
  const report = join(folder, 'wapiti.json')
  const starts = [
    '/',
    '/?category=Task&view=timeline',
    '/api/docs',
    '/api/tasks',
    '/api/tasks/1',
    '/api/tasks/completed?category=Task&limit=5&before=21&from=2026-01-01T00:00:00Z',
    '/api/tasks/1/attachments/plan.txt',
    '/api/categories',
    '/api/templates/1',
    '/api/auth/sessions',
  ]
  const config = join(folder, 'wapiti')
  await mkdir(config)
  const words = [
    `-u ${ADDRESS}/ --scope folder --flush-session -v 0 --no-bugreport`,
    `--store-session ${config} --store-config ${config} --max-scan-time ${SCAN_S_MAX}`,
    `-m all,-nikto,-wapp,-ssrf,-xxe,-brute_login_form,-buster -f json -o ${report}`,
  ]
  const args = [
    ...words.join(' ').split(' '),
    '-H',
    `Cookie: ${cookie}`,
    ...starts.flatMap((path) => ['-s', ADDRESS + path]),
  ]
  const { ok, output } = await runStep('Attacking reachable addresses', 'wapiti', args, { cwd: folder })
  if (!ok) throw new SetupError(output)
  /** @type {{ vulnerabilities: Record<string, { path: string, info: string }[]>, anomalies: Record<string, { path: string, info: string }[]> }} */
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8'))
  /** @type {Record<string, RegExp>} */
  const explained = EXPLAINED
  return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, found]) =>
    found
      .filter(({ info }) => !explained[kind]?.test(info))
      .map(({ path, info }) => `wapiti: ${kind}: ${path}: ${info}`),
  )
}
