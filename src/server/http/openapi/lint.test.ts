import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, expect, test } from 'vitest'

import { buildTestApp } from '#tests/support/build-app.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

import { documentOf } from './document.ts'

const LINTER = join(import.meta.dirname, '../../../../node_modules/@redocly/cli/bin/cli.js')
const RULES = join(import.meta.dirname, 'redocly.yaml')
/** The linter must not use the network. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const provider = await startOidcProvider()
const server = await buildTestApp({ config: { oidc: provider.settings } })
const folder = mkdtempSync(join(tmpdir(), 'tenfold-lint-'))
afterAll(async () => {
  await server.close()
  await provider.close()
  rmSync(folder, { recursive: true })
})

/** Returns the problems that Redocly's linter finds, as `rule: place`. */
function problemsOf(document: OpenAPIV3_1.Document): string[] {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [LINTER, 'lint', file, `--config=${RULES}`, '--format=json', '--max-problems=1000'],
    { encoding: 'utf8', env: { ...process.env, ...OFFLINE } },
  )
  if (!stdout.startsWith('{')) throw new Error(`The linter failed: ${stderr}`)
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; location: { pointer: string }[] }[]
  }
  return problems.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`)
}

test('the document passes the linter', () => {
  expect(problemsOf(documentOf(server.app))).toEqual([])
})

test('the linter finds a missing description and a parameter without bounds', () => {
  const document = structuredClone(documentOf(server.app))
  delete document.paths?.['/api/tasks']?.get?.description
  document.paths?.['/api/search']?.get?.parameters?.push({
    name: 'like',
    in: 'query',
    description: 'Any text.',
    schema: { type: 'string' },
  })
  expect(problemsOf(document).toSorted()).toEqual([
    'operation-description: #/paths/~1api~1tasks/get/description',
    expect.stringMatching(/^rule\/parameter-bounds: #\/paths\/~1api~1search\/get\/parameters\/\d\/schema$/),
  ])
})
