// The script of `npm run test:repeat -- PATTERN… [--title TEXT] [--times 20] [--busy 2]`: finds out how often a test
// fails.
import { spawn } from 'node:child_process'
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { browserSettings, requireBrowser } from './browser.mjs'
import { packageScript } from './package-script.mjs'
import { installPackages } from './packages.mjs'
import { failureTable, readRan } from './ran-tests.mjs'
import { findRuntime } from './runtime.mjs'
import { buildServer } from './server-build.mjs'
import { SetupError, runScript, runStep } from './step.mjs'
import { buildWeb } from './web-build.mjs'

const USAGE = 'Usage: npm run test:repeat -- PATTERN… [--title TEXT] [--times 20] [--busy 2]'
const TESTS = '{src,scripts,tests}/**/*.{test,spec}.{ts,tsx}'

const root = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  const { patterns, title, times, busy } = readArguments()
  const files = (await Array.fromAsync(glob(TESTS, { cwd: root }))).filter((file) =>
    patterns.some((pattern) => file.includes(pattern)),
  )
  const stories = files.filter((file) => file.endsWith('.spec.ts'))
  const units = files.filter((file) => !stories.includes(file))
  if (files.length === 0) throw new SetupError(`No test file has ${patterns.join(' or ')} in its path.`)
  if (stories.length > 0) await buildPages(runtime)

  const reports = await mkdtemp(join(tmpdir(), 'tenfold-repeat-'))
  const loops = Array.from({ length: busy }, () => spawn(runtime, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    const ran = [
      ...(units.length > 0 ? await repeatUnits(runtime, reports, units, title, times) : []),
      ...(stories.length > 0 ? await repeatStories(runtime, reports, stories, title, times) : []),
    ]
    if (ran.length === 0) throw new SetupError('No test ran. Is the title right?')
    const failures = failureTable(ran)
    if (failures) console.log(failures)
    const failed = ran.filter(({ passed }) => !passed).length
    console.log(`${ran.length - failed} passed, ${failed} failed (busy loops: ${busy})`)
    return failed > 0 ? 1 : 0
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    await rm(reports, { recursive: true, force: true })
  }
})

/** @throws {SetupError} with the usage, if an argument is missing or unknown */
function readArguments() {
  /** @type {Record<string, string | undefined>} */
  let values
  /** @type {string[]} */
  let patterns
  try {
    const text = /** @type {const} */ ({ type: 'string' })
    const options = { title: text, times: text, busy: text }
    ;({ values, positionals: patterns } = parseArgs({ options, allowPositionals: true }))
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : ''}\n${USAGE}`)
  }
  const [times, busy] = [Number(values['times'] ?? 20), Number(values['busy'] ?? 2)]
  const isGood =
    patterns.length > 0 && Number.isInteger(times) && times > 0 && Number.isInteger(busy) && busy >= 0
  if (!isGood) throw new SetupError(USAGE)
  return { patterns, title: values['title'], times, busy }
}

/** @param {string} runtime */
async function buildPages(runtime) {
  await buildWeb(root, runtime)
  await buildServer(root, runtime)
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {readonly string[]} files
 * @param {string | undefined} title
 * @param {number} times
 */
async function repeatUnits(runtime, reports, files, title, times) {
  const ran = []
  for (let turn = 1; turn <= times; turn++) {
    const report = join(reports, `units-${turn}.json`)
    const options = ['--retry=0', '--includeTaskLocation', '--reporter=json', `--outputFile=${report}`]
    const chosen = title ? ['-t', title] : []
    const command = [...(await packageScript(root, 'test:unit')), ...options, ...chosen, ...files]
    const step = await runStep(`Tests, ${turn} of ${times}`, runtime, command, { cwd: root })
    ran.push(...requireTests(step, await readRan(root, report)))
  }
  return ran
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {readonly string[]} files
 * @param {string | undefined} title
 * @param {number} times
 */
async function repeatStories(runtime, reports, files, title, times) {
  const report = join(reports, 'stories.json')
  const options = [
    '--retries=0',
    `--repeat-each=${times}`,
    '--reporter=json',
    ...(title ? ['-g', title] : []),
  ]
  const command = [...(await packageScript(root, 'test:browser')), ...options, ...files]
  const browser = await requireBrowser(root, runtime)
  const env = { ...process.env, ...browserSettings(browser), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const step = await runStep(`Stories, ${times} times`, runtime, command, { cwd: root, env })
  return requireTests(step, await readRan(root, report))
}

/**
 * @param {{ ok: boolean, output: string }} step
 * @param {import('./ran-tests.mjs').RanTest[]} ran its tests
 * @throws {SetupError} if the run failed without a failed test, for example because of a crash
 */
function requireTests({ ok, output }, ran) {
  if (!ok && ran.every(({ passed }) => passed))
    throw new SetupError(`${output.trimEnd()}\nThe run failed outside its tests: see above.`)
  return ran
}
