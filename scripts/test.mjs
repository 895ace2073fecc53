// The script of `npm test` (all checks) and `npm run check` (the quick ones).
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { LINES } from '../tests/security-lines.mjs'
import { browserSettings, requireBrowser } from './browser.mjs'
import { canTestBucket, installObjectStore } from './object-store.mjs'
import { installOtherBrowsers } from './other-browsers.mjs'
import { ROWS } from './faults/rows.mjs'
import { installFaultTools } from './faults/tools.mjs'
import { packageScript } from './package-script.mjs'
import { installPackages } from './packages.mjs'
import { NO_POSTGRES, canTestPostgres } from './postgres.mjs'
import { findRuntime } from './runtime.mjs'
import { buildServer } from './server-build.mjs'
import { readRan, slowestTable } from './ran-tests.mjs'
import { openRunLog, say } from './run-log.mjs'
import { missingTests, securityRows, securityTable } from './security-table.mjs'
import { PAUSES_MS, SetupError, runScript, runStep } from './step.mjs'
import { flakyStep, summary } from './test-summary.mjs'
import { buildWeb } from './web-build.mjs'

/** @typedef {import('./test-summary.mjs').Step} Step */

const root = fileURLToPath(new URL('..', import.meta.url))
const isWhole = process.argv[2] !== 'check'

// A test that fails by chance must not block an unrelated change; it is retried, and the summary lists it.
const RETRIES = isWhole ? 2 : 0
const SLOWEST_SHOWN = 20

/** The log, the reports, and the traces and screenshots of failed stories. Source: issue 31. */
const results = join(root, 'test-results')

await runScript(async () => {
  openRunLog(join(results, isWhole ? 'test.log' : 'check.log'))
  await installPackages(root, PAUSES_MS)
  const runtime = await findRuntime(root)
  const browser = isWhole ? await requireBrowser(root, runtime) : null
  const skipped = await missingParts()
  for (const part of skipped) say(part)
  const steps = [...(await runChecks(runtime)), await runUnitTests(runtime, join(results, 'units.json'))]
  if (browser) {
    steps.push(...(await runBrowserTests(runtime, browser, join(results, 'browser.json'))))
    const ran = steps.flatMap((step) => step.ran ?? [])
    say(`The slowest tests:\n${slowestTable(ran, SLOWEST_SHOWN)}`)
    // A part that can't be installed here leaves out tests of faults.
    const faults = skipped.length === 0 ? [checkFaults(ran)] : []
    steps.push(checkSecurity(ran), ...faults, flakyStep(steps))
  }
  say(summary(steps, skipped))
  return steps.every(({ ok }) => ok) ? 0 : 1
})

/** Installs the optional parts if possible. Returns a sentence for each one that this run has to skip. */
async function missingParts() {
  const others = isWhole
    ? [
        ...(await installOtherBrowsers(root)),
        ...(await installObjectStore(root)),
        ...(await installFaultTools()),
      ]
    : []
  return [...(canTestPostgres(root, process.env) ? [] : [NO_POSTGRES]), ...others]
}

/**
 * @param {string} runtime
 * @returns {Promise<Step[]>}
 */
async function runChecks(runtime) {
  return [
    await runCheck(runtime, 'Format', 'format:check'),
    await runCheck(runtime, 'Lint', 'lint'),
    await runCheck(runtime, 'First load', 'first-load'),
    await runCheck(runtime, 'Types', 'typecheck'),
    await runCounts(runtime, 'Structure', 'structure'),
    await runCounts(runtime, 'Telltale phrases', 'telltales'),
  ]
}

/**
 * Runs the unit, route and system tests together, because some wait while others compute.
 *
 * @param {string} runtime
 * @param {string} report where the JSON report goes
 * @returns {Promise<Step>}
 */
async function runUnitTests(runtime, report) {
  const hasPostgres = canTestPostgres(root, process.env)
  const hasBucket = isWhole && canTestBucket(process.env)
  const projects = [
    'sqlite',
    'isolated',
    ...(hasPostgres ? ['postgres'] : []),
    ...(isWhole ? ['system'] : []),
    ...(isWhole && hasPostgres ? ['system-postgres'] : []),
    ...(hasBucket ? ['s3'] : []),
  ]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const options = [`--retry=${RETRIES}`, '--includeTaskLocation', ...reporters]
  const chosen = projects.map((project) => `--project=${project}`)
  const command = [...(await packageScript(root, 'test:unit')), ...chosen, ...options]
  return runTests(`Tests (${projects.join(', ')})`, runtime, command, report, {})
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
 * Runs a check that counts something, and prints its table whether it passes or fails.
 *
 * @param {string} runtime
 * @param {string} title
 * @param {string} script a script of package.json
 * @returns {Promise<Step>}
 */
async function runCounts(runtime, title, script) {
  const command = await packageScript(root, script)
  const { ok, output, seconds } = await runStep(title, runtime, command, { cwd: root })
  show(output)
  return { title, ok, seconds }
}

/**
 * @param {string} runtime
 * @param {string} browser
 * @param {string} report
 * @returns {Promise<Step[]>} includes the build if it failed
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
  const settings = { ...browserSettings(browser), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const options = [`--retries=${RETRIES}`, '--reporter=list,json']
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
  // Test runners set NODE_ENV themselves; a value from the environment would select another React build.
  delete env['NODE_ENV']
  // If the run crashes, the report of an earlier run must not be used instead.
  await rm(report, { force: true })
  const { ok, output, seconds } = await runStep(title, runtime, command, { cwd: root, env })
  const ran = await readRan(root, report)
  if (!ok) show(withoutPassed(output))
  const hasPassed = ran.some(({ passed }) => passed)
  if (ok && !hasPassed) say(`${title}: no test ran.`)
  return { title, ok: ok && hasPassed, seconds, ran }
}

/**
 * Checks that the tests of every security statement ran and passed.
 *
 * @param {readonly import('./ran-tests.mjs').RanTest[]} ran
 * @returns {Step}
 */
function checkSecurity(ran) {
  const rows = securityRows(LINES, ran)
  say(securityTable(rows))
  return { title: 'Security', ok: rows.every(({ result }) => result === 'holds'), seconds: 0 }
}

/**
 * Checks that the tests in the table of faults ran, because `npm run faults` finds them by title.
 *
 * @param {readonly import('./ran-tests.mjs').RanTest[]} ran
 * @returns {Step}
 */
function checkFaults(ran) {
  const missing = ROWS.flatMap((row) =>
    missingTests(row, ran).map((test) => `${row.fault}: no test: ${test}`),
  )
  if (missing.length > 0) say(missing.join('\n'))
  return { title: 'Faults', ok: missing.length === 0, seconds: 0 }
}

/**
 * Leaves out the lines of passed tests, which are in the log.
 *
 * @param {string} output
 */
function withoutPassed(output) {
  const lines = output.split('\n')
  return lines.filter((line) => !/^\s*✓/.test(stripVTControlCharacters(line))).join('\n')
}

/** @param {string} output the output of a tool, with colors if they are visible */
function show(output) {
  console.log((process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd())
}
