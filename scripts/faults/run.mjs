// The script of `npm run faults`: causes each fault for real and prints whether the product survives it. To run only
// some rows, name them: `npm run faults -- F1 F5`. With `--strict`, a row that this machine cannot run counts as
// failed.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { requireBrowser } from '../browser.mjs'
import { readIfThere } from '../fingerprint.mjs'
import { packageScript } from '../package-script.mjs'
import { installPackages } from '../packages.mjs'
import { readRan } from '../ran-tests.mjs'
import { findRuntime } from '../runtime.mjs'
import { securityRows } from '../security-table.mjs'
import { buildServer } from '../server-build.mjs'
import { SetupError, runChild, runScript, runStep } from '../step.mjs'
import { buildWeb } from '../web-build.mjs'
import { commandsOf } from './commands.mjs'
import { ROWS } from './rows.mjs'
import { HEAD, exitCodeOf, faultLine, markdownTable, sumFigures } from './table.mjs'
import { adviceFor, installFaultTools } from './tools.mjs'

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('./table.mjs').Outcome} Outcome */
/** @typedef {{ runtime: string, browser: string, folder: string, deadline: number }} Place */

const root = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENT = join(root, 'docs/reliability.md')
const TABLE = '<!-- the table follows -->'
const MINUTES_MAX = 25

await runScript(async () => {
  const rows = chosenRows(process.argv.slice(2))
  await installPackages(root)
  const runtime = await findRuntime(root)
  const browser = await requireBrowser(root, runtime)
  await installFaultTools()
  await buildWeb(root, runtime)
  await buildServer(root, runtime)
  const folder = await mkdtemp(join(tmpdir(), 'tenfold-faults-'))
  const place = { runtime, browser, folder, deadline: performance.now() + MINUTES_MAX * 60_000 }
  try {
    console.log(HEAD)
    /** @type {Outcome[]} */
    const outcomes = []
    for (const row of rows) {
      const outcome = await runRow(row, place)
      console.log(faultLine(outcome))
      outcomes.push(outcome)
    }
    await writeDocument(outcomes)
    return exitCodeOf(outcomes, process.argv.includes('--strict'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/**
 * @param {readonly string[]} args
 * @returns {readonly Row[]}
 */
function chosenRows(args) {
  const names = args.filter((arg) => arg !== '--strict')
  const unknown = names.filter((name) => !ROWS.some(({ fault }) => fault === name))
  if (unknown.length > 0) throw new SetupError(`Unknown: ${unknown.join(', ')}. Name rows from F1 to F35.`)
  return names.length === 0 ? ROWS : ROWS.filter(({ fault }) => names.includes(fault))
}

/**
 * @param {Row} row
 * @param {Place} place
 * @returns {Promise<Outcome>}
 */
async function runRow(row, place) {
  const base = { row, figures: {}, took: 0 }
  const files = [...new Set(row.tests.map(([file]) => file))]
  if (row.script) files.push(row.script)
  if (!files.some((file) => existsSync(join(root, file)))) return { ...base, result: 'not built yet' }
  const advice = adviceFor(row.needs ?? [])
  if (advice) return { ...base, result: 'not run', note: advice }
  if (performance.now() > place.deadline) {
    return { ...base, result: 'FALLS SHORT', note: `not run within ${MINUTES_MAX} minutes` }
  }
  const began = performance.now()
  const notes = join(place.folder, `${row.fault}.notes`)
  const commands = await commandsOf(row, { root, ...place })
  let isGood = true
  for (const { args, env } of commands) {
    let output = ''
    const { code } = await runChild(place.runtime, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: undefined, FAULT_FIGURES: notes, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      onOutput: (text) => (output += text),
      timeout: Math.max(1000, Math.ceil(place.deadline - performance.now())),
    })
    if (code === 0) continue
    isGood = false
    console.log(stripVTControlCharacters(output).trimEnd())
  }
  const ran = (await Promise.all(commands.map(({ report }) => readRan(root, report)))).flat()
  const tested = securityRows([{ number: 0, statement: row.mustHold, tests: row.tests }], ran)
  const figures = sumFigures((await readIfThere(notes)) ?? '', ran.length)
  const isKept =
    isGood && tested.every(({ result }) => result === 'holds') && !figures.lost && !figures.duplicated
  const took = (performance.now() - began) / 1000
  const isMissing = tested.some(({ result }) => result === 'NOT TRIED')
  const note = isMissing ? 'a test is missing or was skipped' : undefined
  return { row, result: isKept ? 'holds' : 'FALLS SHORT', figures, took, note }
}

/**
 * Replaces the lines of these rows in the table of docs/reliability.md.
 *
 * @param {readonly Outcome[]} outcomes
 */
async function writeDocument(outcomes) {
  const file = await readFile(DOCUMENT, 'utf8')
  const [text = '', before = ''] = file.split(TABLE)
  const table = markdownTable(outcomes, new Date().toISOString().slice(0, 10), before)
  await writeFile(DOCUMENT, `${text}${TABLE}\n\n${table}\n`)
  const format = [...(await packageScript(root, 'format')), DOCUMENT]
  await runStep('Writing docs/reliability.md', process.execPath, format, { cwd: root })
}
