import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { hashPassword } from '#server/auth/password.ts'
import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { type Installation, writeFile, makeInstallation } from '#tests/support/installation.ts'
import { FIXTURE_PASSWORD, buildOnFixture, signInToFixture } from '#tests/support/release-fixture.ts'
import { anyTables } from '#tests/support/rows.ts'

import { type StepName, migrate } from './migrations.ts'
import { listTables } from './tables.ts'

/** The schema of release 0.2.0. The fixture of release 0.1.0 has no rows in tables that were added after it. */
const RELEASED: StepName = '0012-deleted-tasks'

const NOW = '2026-11-20T10:00:00.000Z'
const LATER = '2999-01-01T00:00:00.000Z'
const ADA = 'ada'
const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
const TEXT = 'naïve 日本語 "quotes"'
const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

/** The deleted task as release 0.2.0 stored it: as its API returned the task. */
const DELETED_TASK = {
  id: 70,
  title: 'Old lamp',
  description: TEXT,
  dueDate: '2026-12-01',
  priority: 3,
  category: 'Task',
  projectName: null,
  estimatedTime: null,
  startDate: null,
  endDate: null,
  progress: 40,
  dependencies: [],
  attachments: ['plan.txt'],
  completed: false,
  completedAt: null,
  position: 0,
  isRecurring: false,
  recurrenceFrequency: null,
  recurrenceForwardContent: false,
  parentTaskId: null,
  elapsedTime: 60,
  clearGoals: null,
  notes: null,
  nextSteps: null,
  userId: ADA,
  version: 4,
  createdAt: NOW,
  updatedAt: NOW,
}

const FILE = { user_id: ADA, name: 'plan.txt', blob: BLOB, size: 5, type: 'text/plain', created_at: NOW }

/** A row of each table, with a value for every column of every schema since release 0.2.0. */
const ROWS: Record<string, Record<string, unknown>> = {
  users: {
    id: ADA,
    email: 'ada@example.com',
    email_key: 'ada@example.com',
    first_name: 'Ada',
    last_name: null,
    profile_image_url: null,
    text_bytes: 100,
    created_at: NOW,
    updated_at: NOW,
  },
  settings: {
    user_id: ADA,
    hides_banner: true,
    hides_steps: true,
    done_steps: '["task"]',
    sample_tasks: '[7]',
    weekday_hours: '[8,8,8,8,6.5,0,0]',
    day_starts_at: '08:30',
    dismissed_slack: '[]',
    put_off_plans: '[]',
    moved_up_seen: '[]',
    away_panel_at: NOW,
    away: null,
  },
  passwords: { user_id: ADA, hash: await hashPassword(FIXTURE_PASSWORD, CHEAP), updated_at: NOW },
  oidc_identities: { issuer: 'https://id.example.com', subject: 'ada', user_id: ADA, created_at: NOW },
  oidc_finished_flows: { state: 'state', expire: LATER },
  sessions: { sid: 'sid', user_id: ADA, sess: '{}', expire: LATER },
  failed_checks: { id: 9, key: 'key', failed_at: NOW },
  tasks: {
    id: 7,
    user_id: ADA,
    title: 'Launch',
    description: TEXT,
    due_date: '2026-12-01T09:30',
    planned_for: '2026-11-20',
    priority: 1,
    category: 'Project',
    project_name: 'Tenfold',
    estimated_time: '2 hours 30 minutes',
    start_date: '2026-11-21',
    end_date: '2026-11-30',
    progress: 40,
    dependencies: '[]',
    attachments: '["plan.txt"]',
    completed: false,
    completed_at: null,
    position: 0,
    is_recurring: true,
    recurrence_frequency: 'Weekly',
    recurrence_forward_content: true,
    parent_task_id: null,
    elapsed_time: 3600,
    clear_goals: TEXT,
    notes: TEXT,
    next_steps: TEXT,
    version: 3,
    created_at: NOW,
    updated_at: NOW,
  },
  occurrences: {
    user_id: ADA,
    series_id: 7,
    occurrence: 1,
    task_id: 7,
    due_series_day: 31,
    start_series_day: 21,
    end_series_day: null,
  },
  attachments: { id: 5, task_id: 7, ...FILE },
  deleted_tasks: {
    task_id: 70,
    user_id: ADA,
    title: 'Old lamp',
    level: 3,
    task: JSON.stringify(DELETED_TASK),
    text_bytes: 0,
    dependents: '[7]',
    deleted_at: NOW,
  },
  deleted_attachments: { id: 6, task_id: 70, ...FILE },
  deleted_templates: {
    template_id: 30,
    user_id: ADA,
    name: 'Old template',
    tasks: 0,
    template: '{}',
    deleted_at: NOW,
  },
  deleted_categories: {
    category_id: 40,
    user_id: ADA,
    name: 'Pond',
    name_key: 'pond',
    created_at: NOW,
    deleted_at: NOW,
  },
  categories: { id: 4, user_id: ADA, name: 'Garden', name_key: 'garden', created_at: NOW },
  project_templates: {
    id: 3,
    name: 'Move house',
    description: TEXT,
    category: 'General',
    is_public: true,
    created_by: ADA,
    version: 2,
    created_at: NOW,
    updated_at: NOW,
  },
  template_tasks: {
    id: 8,
    template_id: 3,
    title: 'Pack',
    description: TEXT,
    priority: 3,
    category: 'Task',
    estimated_time: '1h',
    position: 0,
    dependencies: '[]',
    start_day: 0,
    end_day: 2,
    due_day: 2,
    created_at: NOW,
  },
  idempotency_keys: {
    user_id: ADA,
    key: 'POST /api/tasks 1',
    fingerprint: 'f',
    entity: '[7]',
    version: 1,
    created_at: NOW,
  },
  undos: { user_id: ADA, token: 't', record: '{"tasks":[],"created":[]}', created_at: NOW },
  changes: { user_id: ADA, number: 1, kind: 'category', entity: 'Garden', version: null, deleted: false },
  stream_users: { user_id: ADA, server: 1 },
}

/** The stored values that a later migration changes on purpose: it counts the text of deleted tasks. */
const COUNTED = { users: 'text_bytes', deleted_tasks: 'text_bytes' }

let fresh: TestDatabase
let here: Installation
beforeEach(async () => {
  fresh = await emptyDatabase()
  here = await makeInstallation({ step: null })
})
afterEach(async () => {
  await fresh.close()
  await here.remove()
})

/** Returns every migration since the release, in order. */
function stepsSince(released: StepName): StepName[] {
  const names = readdirSync(join(import.meta.dirname, 'migrations')).filter(
    (name) => !name.includes('.test.'),
  )
  const steps = names.map((name) => name.replace('.ts', '') as StepName).toSorted()
  return steps.slice(steps.indexOf(released))
}

const readTable = (name: string) => anyTables(fresh.db).selectFrom(name).selectAll().execute()

/** Adds a row to each table that `stored` lacks, and records in `stored` how the database returns it. */
async function fillNewTables(stored: Record<string, Record<string, unknown>>): Promise<void> {
  for (const { name, columns } of await listTables(fresh.db)) {
    if (name in stored) continue
    const all = ROWS[name] ?? {}
    const row = Object.fromEntries(columns.filter((one) => one in all).map((one) => [one, flag(name, one)]))
    expect([name, Object.keys(row).toSorted()]).toEqual([name, columns])
    await anyTables(fresh.db).insertInto(name).values(row).execute()
    stored[name] = (await readTable(name))[0] ?? {}
  }
}

/** SQLite's driver takes no booleans in tables whose types it doesn't know. */
function flag(table: string, column: string): unknown {
  const value = ROWS[table]?.[column]
  return typeof value === 'boolean' && fresh.url === null ? Number(value) : value
}

test('a row in every table of the schema of 0.2.0, and in each later table, survives the later migrations', async () => {
  const stored: Record<string, Record<string, unknown>> = {}
  for (const step of stepsSince(RELEASED)) {
    await migrate(fresh.db, step)
    await fillNewTables(stored)
  }
  expect(Object.keys(stored).toSorted()).toEqual(Object.keys(ROWS).toSorted())
  for (const [name, row] of Object.entries(stored)) {
    const rows = await readTable(name)
    const { [COUNTED[name as keyof typeof COUNTED]]: _, ...kept } = row
    expect([name, ...rows]).toEqual([name, expect.objectContaining(kept)])
  }
  const bytes = Buffer.byteLength(`Old lamp${TEXT}2026-12-01Task[]["plan.txt"]`)
  expect((await readTable('deleted_tasks'))[0]).toMatchObject({ text_bytes: bytes })
  expect((await readTable('users'))[0]).toMatchObject({ text_bytes: 100 + bytes })

  await migrate(fresh.db)
  writeFile(here.dataDir, BLOB, 'hello')
  const app = await buildOnFixture(fresh.db, here.dataDir)
  const cookie = await signInToFixture(app, 'ada@example.com')
  const call = async (method: 'GET' | 'POST', url: string) => {
    const response = await app.inject({ method, url, headers: { cookie } })
    expect([url, response.statusCode]).toEqual([url, 200])
    return response
  }
  expect((await call('GET', '/api/tasks')).json()).toMatchObject([{ id: 7, title: 'Launch', notes: TEXT }])
  const restored = await call('POST', '/api/tasks/70/restore')
  expect(restored.json()).toMatchObject({
    id: 70,
    title: 'Old lamp',
    progress: 40,
    attachments: ['plan.txt'],
  })
  expect((await call('GET', '/api/tasks/70/attachments/plan.txt')).body).toBe('hello')
  expect((await call('GET', '/api/tasks/7')).json()).toMatchObject({ dependencies: ['70'] })
  expect((await call('GET', '/api/templates/3')).json()).toMatchObject({
    tasks: [{ title: 'Pack', dueDay: 2 }],
  })
  await app.close()
})
