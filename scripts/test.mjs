// Runs for `npm test` (all checks) and `npm run check` (the quick ones).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { LINES } from '../tests/security-lines.mjs'
import { requireBrowser } from './browser.mjs'
import { NO_OBJECT_STORE, canTestBucket, installObjectStore } from './object-store.mjs'
import { packageScript } from './package-script.mjs'
import { installPackages } from './packages.mjs'
import { NO_POSTGRES, canTestPostgres } from './postgres.mjs'
import { findRuntime } from './runtime.mjs'
import { buildServer } from './server-build.mjs'
import { readRan, slowestTable } from './ran-tests.mjs'
import { securityRows, securityTable } from './security-table.mjs'
import { SetupError, runScript, runStep } from './step.mjs'
import { flakyStep, summary } from './test-summary.mjs'
import { buildWeb } from './web-build.mjs'

/** @typedef {import('./test-summary.mjs').Step} Step */

const root = fileURLToPath(new URL('..', import.meta.url))
const isWhole = process.argv[2] !== 'check'

// One test that fails by chance must not block a whole change; the summary lists it.
const RETRIES = isWhole ? 2 : 0
const SLOWEST_SHOWN = 20

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  const browser = isWhole ? await requireBrowser(root, runtime) : null
  if (isWhole) await installObjectStore(root)
  const reports = await mkdtemp(join(tmpdir(), 'tenfold-test-'))
  try {
    const steps = [...(await runChecks(runtime)), ...(await runRuleTests(runtime, reports))]
    if (browser) {
      steps.push(...(await runSystemTests(runtime, reports)))
      steps.push(...(await runBrowserTests(runtime, browser, join(reports, 'browser.json'))))
      const ran = steps.flatMap((step) => step.ran ?? [])
      console.log(`The slowest tests:\n${slowestTable(ran, SLOWEST_SHOWN)}`)
      const tried = ['sqlite', 'system', 'browser'].map((name) => join(reports, `${name}.json`))
      steps.push(await checkSecurity(tried), flakyStep(steps))
    }
    console.log(summary(steps))
    return steps.every(({ ok }) => ok) ? 0 : 1
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
})

/**
 * @param {string} runtime
 * @returns {Promise<Step[]>}
 */
async function runChecks(runtime) {
  return [
    await runCheck(runtime, 'Format', 'format:check'),
    await runCheck(runtime, 'Lint', 'lint'),
    await runCheck(runtime, 'Types', 'typecheck'),
  ]
}

/**
 * What needs nothing but this process and a database.
 *
 * @param {string} runtime
 * @param {string} reports the folder of the reports
 * @returns {Promise<Step[]>}
 */
async function runRuleTests(runtime, reports) {
  const sqlite = await runUnitTests(runtime, 'Unit and route tests on SQLite', 'sqlite', reports)
  if (!canTestPostgres(root, process.env)) {
    console.log(NO_POSTGRES)
    return [sqlite]
  }
  return [sqlite, await runUnitTests(runtime, 'Route tests on PostgreSQL', 'postgres', reports)]
}

/**
 * What starts processes, builds, or a store.
 *
 * @param {string} runtime
 * @param {string} reports the folder of the reports
 * @returns {Promise<Step[]>}
 */
async function runSystemTests(runtime, reports) {
  const steps = [await runUnitTests(runtime, 'System tests', 'system', reports)]
  if (canTestPostgres(root, process.env))
    steps.push(await runUnitTests(runtime, 'System tests on PostgreSQL', 'system-postgres', reports))
  if (canTestBucket(process.env))
    steps.push(await runUnitTests(runtime, 'Tests of attachments on S3', 's3', reports))
  else console.log(NO_OBJECT_STORE)
  return steps
}

/**
 * @param {string} runtime
 * @param {string} title
 * @param {string} script a script of package.json
 * @returns {Promise<Step>}
 */
async function runCheck(runtime, title, script) {
  const command = await packageScript(root, script)
  const { ok, output, seconds } = await runStep(title, runtime, command, { cwd: root })
  if (!ok) show(output)
  return { title, ok, seconds }
}

/**
 * @param {string} runtime
 * @param {string} title
 * @param {'sqlite' | 'postgres' | 'system' | 'system-postgres' | 's3'} project of vitest.config.ts
 * @param {string} reports the folder of the reports
 * @returns {Promise<Step>}
 */
async function runUnitTests(runtime, title, project, reports) {
  const report = join(reports, `${project}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const options = [`--project=${project}`, `--retry=${RETRIES}`, '--includeTaskLocation', ...reporters]
  const command = await packageScript(root, 'test:unit')
  return runTests(title, runtime, [...command, ...options], report, {})
}

/**
 * @param {string} runtime
 * @param {string} browser
 * @param {string} report
 * @returns {Promise<Step[]>} the build too when it failed
 */
async function runBrowserTests(runtime, browser, report) {
  try {
    await buildWeb(root, runtime)
    await buildServer(root, runtime)
  } catch (error) {
    if (error instanceof SetupError && error.message)
      return [{ title: 'Building the pages', ok: false, seconds: 0 }]
    throw error
  }
  const command = await packageScript(root, 'test:browser')
  const settings = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const options = [`--retries=${RETRIES}`, '--reporter=dot,json']
  return [await runTests('Browser tests', runtime, [...command, ...options], report, settings)]
}

/**
 * @param {string} title
 * @param {string} runtime
 * @param {readonly string[]} command a test runner and its arguments
 * @param {string} report where its JSON report goes
 * @param {NodeJS.ProcessEnv} settings
 * @returns {Promise<Step>}
 */
async function runTests(title, runtime, command, report, settings) {
  const env = { ...process.env, ...settings }
  // Test runners set it themselves; from outside it would make React another React.
  delete env['NODE_ENV']
  const { ok, output, seconds } = await runStep(title, runtime, command, { cwd: root, env })
  const ran = await readRan(root, report)
  if (!ok) show(output)
  const hasPassed = ran.some(({ passed }) => passed)
  if (ok && !hasPassed) console.log(`${title}: no test ran.`)
  return { title, ok: ok && hasPassed, seconds, ran }
}

/**
 * Looks in the reports for what was tried of each line of the security statements.
 *
 * @param {readonly string[]} reports
 * @returns {Promise<Step>}
 */
async function checkSecurity(reports) {
  const ran = await Promise.all(reports.map((report) => readRan(root, report)))
  const rows = securityRows(LINES, ran.flat())
  console.log(securityTable(rows))
  return { title: 'Security', ok: rows.every(({ result }) => result === 'holds'), seconds: 0 }
}

/** @param {string} output what a tool printed, with its colours where they can be seen */
function show(output) {
  console.log((process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd())
}
