import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { until } from '#tests/support/until.ts'

const scripts = fileURLToPath(new URL('.', import.meta.url))

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenfold-log-'))
})

afterEach(() => rm(folder, { recursive: true }))

/** Starts a run with one step, whose command is a script, and returns the process and a reader of its log. */
function startRun(step: string) {
  const path = join(folder, 'results/test.log')
  const code = `
    import { openRunLog, say } from '${scripts}run-log.mjs'
    import { runStep } from '${scripts}step.mjs'
    openRunLog(${JSON.stringify(path)})
    await runStep('A step', process.execPath, ['-e', ${JSON.stringify(step)}], { cwd: '.' })
    say('The end')`
  const run = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  return { run, readLog: () => readFile(path, 'utf8').catch(() => '') }
}

test('the log contains the output of each step and of the run itself, without colors', async () => {
  const { run, readLog } = startRun("console.log('\\u001B[31mred\\u001B[39m'); console.error('a warning')")
  await once(run, 'exit')
  const [, head, ...lines] = (await readLog()).trimEnd().split('\n')
  const [end, closing] = lines.splice(2)
  expect([head, ...lines.toSorted(), closing]).toEqual(['--- A step', 'a warning', 'red', 'The end'])
  expect(end).toMatch(/^--- A step: done \(\d+\.\d s\)$/)
})

test('the log contains the output of a step that was running when the run was killed', async () => {
  const { run, readLog } = startRun("console.log(process.pid, 'so far'); setInterval(() => {}, 1000)")
  await until(async () => expect(await readLog()).toContain('so far'))
  run.kill('SIGKILL')
  await once(run, 'exit')
  const log = await readLog()
  process.kill(Number(/\d+/.exec(log)?.[0]), 'SIGKILL')
  expect(log).toMatch(/^\n--- A step\n\d+ so far\n$/)
})
