import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import { initialFields } from '#domain/tasks/task-fields.ts'
import { type Installation, makeInstallation } from '#tests/support/installation.ts'
import {
  type Answer,
  type PersonAnswers,
  buildOnFixture,
  fixtureFolder,
  readAnswers,
  signInToFixture,
} from '#tests/support/release-fixture.ts'

import { databaseFile } from '../start/data-folder.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Deliberate changes to the API since a release: each function updates a recorded response. */
const CHANGED_SINCE: Record<string, ((answer: Answer) => Answer)[]> = {
  '0.1.0': [
    // An export contains the settings and the deleted items that can be restored.
    ({ body, ...answer }) => ({
      ...answer,
      body:
        answer.path === '/api/auth/export'
          ? {
              ...(body as object),
              'tenfold.json': {
                ...listOf(body),
                settings: DEFAULT_SETTINGS,
                deletedTasks: [],
                deletedTemplates: [],
                deletedCategories: [],
              },
            }
          : body,
    }),
  ],
}

/** Adds the fields of tasks that the release did not have, with their initial values. */
function withLaterFields(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  if (Array.isArray(body)) return body.map(withLaterFields)
  const values = Object.entries(body).map(([name, value]) => [name, withLaterFields(value)] as const)
  return { ...('parentTaskId' in body && initialFields()), ...Object.fromEntries(values) }
}

function listOf(body: unknown): object {
  return (body as { 'tenfold.json': object })['tenfold.json']
}

/** A backup contains no sessions and no change log. */
const NOT_IN_BACKUP = new Set(['/api/auth/sessions', '/api/tasks?since=1'])

let here: Installation
beforeEach(async () => {
  here = await makeInstallation({ step: null })
})
afterEach(() => here.remove())

describe.each(Object.keys(CHANGED_SINCE))('the data of release %s', (release) => {
  const folder = fixtureFolder(release)
  const people = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as PersonAnswers[]
  const expected = ({ answers }: PersonAnswers) =>
    answers
      .map((answer) => (CHANGED_SINCE[release] ?? []).reduce((body, change) => change(body), answer))
      .map((answer) => ({ ...answer, body: withLaterFields(answer.body) }))

  test('reads the same after the migration, with the same session cookies', async () => {
    await loadDatabase(folder)
    cpSync(join(folder, 'files'), join(here.dataDir, 'files'), { recursive: true })
    await migrateAndRead(async (app) => {
      for (const person of people) {
        expect(await readAnswers(app, person.cookie)).toEqual(expected(person))
      }
    })
    await expectHealthy()
  })

  test('reads the same after its backup is restored', async () => {
    const { code, err } = await here.tenfold(['restore', join(folder, 'backup')])
    expect([code, err]).toEqual([0, []])
    await migrateAndRead(async (app) => {
      for (const person of people) {
        const answers = await readAnswers(app, await signInToFixture(app, person.email))
        expect(restored(answers)).toEqual(restored(expected(person)))
      }
    })
    await expectHealthy()
  })
})

/** Returns the answers that a backup keeps, without the versions of tasks, which `restore` raises. */
function restored(answers: readonly Answer[]): unknown {
  const kept = answers.filter(({ path }) => !NOT_IN_BACKUP.has(path))
  return JSON.parse(JSON.stringify(kept, (key, value: unknown) => (key === 'version' ? 0 : value)))
}

async function loadDatabase(folder: string): Promise<void> {
  mkdirSync(here.dataDir)
  const url = here.env['DATABASE_URL']
  if (url === undefined) {
    const bytes = gunzipSync(readFileSync(join(folder, 'tenfold.db.gz')))
    writeFileSync(databaseFile(here.dataDir), bytes)
    return
  }
  // The dump changes the settings of its connection.
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(join(folder, 'postgres.sql'), 'utf8'))
  await client.end()
}

/** Opens the database as a server does, which migrates it. */
async function migrateAndRead(
  read: (app: Awaited<ReturnType<typeof buildOnFixture>>) => Promise<void>,
): Promise<void> {
  const url = here.env['DATABASE_URL']
  const db = await (url === undefined ? openSqlite(databaseFile(here.dataDir)) : openPostgres(url))
  const app = await buildOnFixture(db, here.dataDir)
  try {
    await read(app)
  } finally {
    await app.close()
    await db.destroy()
  }
}

async function expectHealthy(): Promise<void> {
  const { code, out, err } = await here.tenfold(['doctor'])
  expect([code, err]).toEqual([0, []])
  expect(out.filter((line) => !line.startsWith('ok '))).toEqual([])
}
