// The script of `npm run test:security`: runs all tests of the security statements and prints a table of the results.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { LINES } from '../tests/security-lines.mjs'
import { browserSettings, requireBrowser } from './browser.mjs'
import { packageScript } from './package-script.mjs'
import { installPackages } from './packages.mjs'
import { findRuntime } from './runtime.mjs'
import { buildServer } from './server-build.mjs'
import { readRan } from './ran-tests.mjs'
import { securityRows, securityTable } from './security-table.mjs'
import { runScript, runStep } from './step.mjs'
import { buildWeb } from './web-build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  const browser = await requireBrowser(root, runtime)
  await buildWeb(root, runtime)
  await buildServer(root, runtime)
  const reports = await mkdtemp(join(tmpdir(), 'tenfold-security-'))
  try {
    const files = [...new Set(LINES.flatMap(({ tests }) => tests.map(([file]) => file)))]
    const stories = files.filter((file) => file.startsWith('tests/browser/'))
    const others = files.filter((file) => !stories.includes(file))

    const unit = join(reports, 'unit.json')
    const projects = ['--project=sqlite', '--project=system']
    const options = [...projects, '--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`]
    const tests = [...(await packageScript(root, 'test:unit')), ...options, ...others]
    const first = await runStep('Security tests of the server', runtime, tests, { cwd: root })

    const report = join(reports, 'browser.json')
    const env = { ...process.env, ...browserSettings(browser), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const run = [...(await packageScript(root, 'test:browser')), '--reporter=dot,json', ...stories]
    const second = await runStep('Security tests of the pages', runtime, run, { cwd: root, env })

    for (const { ok, output } of [first, second]) if (!ok) console.log(output.trimEnd())
    const rows = securityRows(LINES, [...(await readRan(root, unit)), ...(await readRan(root, report))])
    console.log(securityTable(rows))
    const isGood = rows.every(({ result }) => result === 'holds')
    return isGood && first.ok && second.ok ? 0 : 1
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
})
