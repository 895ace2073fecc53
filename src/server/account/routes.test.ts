import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { SessionInfo } from '#domain/account/account.ts'
import { attach, storedNames } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_NOW,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

const EMAIL = 'ada@example.com'
const CREDENTIALS = { email: EMAIL, password: TEST_PASSWORD }

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, EMAIL)
})
afterEach(() => test.close())

async function signInElsewhere(userAgent: string): Promise<Client> {
  const client = clientOf(test.app)
  await client.post('/api/login', CREDENTIALS, { 'user-agent': userAgent })
  return client
}

const sessionsOf = async (client: Client) => (await client.get('/api/auth/sessions')).json<SessionInfo[]>()
const statusOf = async (client: Client) => (await client.get('/api/auth/user')).statusCode
const idOf = async (client: Client) => (await sessionsOf(client)).find(({ current }) => current)?.id ?? '?'

describe('the sessions of a user', () => {
  it('are listed with device and last use, newest first, without the token', async () => {
    test.clock.advance({ hours: 2 })
    const phone = await signInElsewhere('Phone')
    const sessions = await sessionsOf(phone)
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        createdAt: '2026-11-20T12:00:00.000Z',
        lastUsedAt: '2026-11-20T12:00:00.000Z',
        userAgent: 'Phone',
        current: true,
      },
      expect.objectContaining({ createdAt: TEST_NOW, lastUsedAt: TEST_NOW, current: false }),
    ])
    const rows = await test.db.selectFrom('sessions').select('sid').execute()
    for (const { sid } of rows) expect(JSON.stringify(sessions)).not.toContain(sid)
  })

  it('exclude expired sessions', async () => {
    await signInElsewhere('Phone')
    test.clock.advance({ hours: 24 * 20 })
    await ada.get('/api/auth/user')
    test.clock.advance({ hours: 24 * 20 })
    expect(await sessionsOf(ada)).toHaveLength(1)
  })

  it('can be ended individually', async () => {
    const phone = await signInElsewhere('Phone')
    expect((await ada.delete(`/api/auth/sessions/${await idOf(phone)}`)).statusCode).toBe(204)
    expect(await statusOf(phone)).toBe(401)
    expect(await statusOf(ada)).toBe(200)
  })

  it('include the current session, and ending it signs the user out', async () => {
    const response = await ada.delete(`/api/auth/sessions/${await idOf(ada)}`)
    expect(response.statusCode).toBe(204)
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect(ada.cookie()).toBe('')
  })

  it('can all be ended in one request, except for the current session', async () => {
    const others = [await signInElsewhere('Phone'), await signInElsewhere('Tablet')]
    expect((await ada.delete('/api/auth/sessions')).statusCode).toBe(204)
    for (const other of others) expect(await statusOf(other)).toBe(401)
    expect(await sessionsOf(ada)).toHaveLength(1)
  })

  it('cannot be listed or ended by another user', async () => {
    const eve = await signUp(test, 'eve@example.com')
    expect(await sessionsOf(eve)).toHaveLength(1)
    expect((await eve.delete(`/api/auth/sessions/${await idOf(ada)}`)).statusCode).toBe(404)
    await eve.delete('/api/auth/sessions')
    expect(await statusOf(ada)).toBe(200)
  })
})

/** Unpacks the archive and parses its list. */
async function readExport(client: Client) {
  const response = await client.get('/api/auth/export')
  expect(response.statusCode).toBe(200)
  const files = unzipSync(new Uint8Array(response.rawPayload))
  const list = JSON.parse(strFromU8(files['tenfold.json'] ?? new Uint8Array())) as Record<string, unknown>
  return { response, files, list }
}

describe('the export', () => {
  it('contains all data of the user and exact copies of the files', async () => {
    const bytes = Buffer.from(new Uint8Array(200_000).map((_, index) => index % 251))
    const task = await makeTask(ada, { title: 'Plan 📈', notes: 'line\nline' })
    await attach(ada, task.id, 'größe 📎.bin', bytes)
    await attach(ada, task.id, '..x', 'dots')
    const done = await makeTask(ada, { completed: true })
    await ada.post('/api/categories', { name: 'Garden' })
    await makeTemplate(ada, { name: 'Mine' }, [{ title: 'Step' }])
    const eve = await signUp(test, 'eve@example.com')
    await makeTask(eve, { title: 'Eve’s' })
    await makeTemplate(eve, { name: 'Everybody’s', isPublic: true }, [{ title: 'Step' }])

    await ada.patch('/api/settings', { hidesBanner: true })
    const { response, files, list } = await readExport(ada)
    expect(response.headers['content-disposition']).toContain('filename="tenfold-2026-11-20.zip"')
    expect(list).toMatchObject({
      product: 'Tenfold',
      exportedAt: TEST_NOW,
      user: { email: EMAIL },
      settings: { hidesBanner: true },
      categories: ['Garden'],
      templates: [{ name: 'Mine', tasks: [{ title: 'Step' }] }],
      files: [
        { taskId: task.id, name: 'größe 📎.bin', size: 200_000, path: `files/${task.id}/größe 📎.bin` },
        { taskId: task.id, name: '..x', path: `files/${task.id}/..x` },
      ],
    })
    const tasks = list['tasks'] as { id: number }[]
    expect(tasks.map(({ id }) => id)).toEqual([task.id, done.id])
    expect(tasks).toEqual((await ada.get('/api/tasks')).json())
    expect(bytes.equals(files[`files/${task.id}/größe 📎.bin`] ?? new Uint8Array())).toBe(true)
    expect(strFromU8(files[`files/${task.id}/..x`] ?? new Uint8Array())).toBe('dots')
    expect(JSON.stringify(list)).not.toMatch(/Eve|argon2/)
  })

  it('has paths that Windows and macOS can unpack, and lists the original names', async () => {
    const task = await makeTask(ada, { title: 'Plan' })
    const names = ['a:b.txt', 'CON.txt', 'Plan.pdf', 'plan.pdf']
    for (const name of names) await attach(ada, task.id, name, name)
    const { files, list } = await readExport(ada)
    const listed = list['files'] as { name: string; path: string }[]
    expect(listed.map(({ name }) => name)).toEqual(names)
    const paths = ['a_b.txt', 'CON_.txt', 'Plan.pdf', 'plan (2).pdf'].map(
      (name) => `files/${task.id}/${name}`,
    )
    expect(listed.map(({ path }) => path)).toEqual(paths)
    expect(paths.map((path) => strFromU8(files[path] ?? new Uint8Array()))).toEqual(names)
  })

  it('of an empty account is a valid archive', async () => {
    const { files, list } = await readExport(ada)
    expect(Object.keys(files)).toEqual(['tenfold.json'])
    expect(list).toMatchObject({ tasks: [], categories: [], templates: [], files: [] })
  })

  it('contains deleted tasks that can be restored, with their files', async () => {
    const { id } = await makeTask(ada, { title: 'Deleted' })
    await attach(ada, id, 'a.txt', 'the bytes')
    await ada.delete(`/api/tasks/${id}`)
    const { files, list } = await readExport(ada)
    expect(list).toMatchObject({
      tasks: [],
      deletedTasks: [{ id, title: 'Deleted', deletedAt: TEST_NOW }],
      files: [{ taskId: id, name: 'a.txt', path: `files/${id}/a.txt` }],
    })
    expect(strFromU8(files[`files/${id}/a.txt`] ?? new Uint8Array())).toBe('the bytes')
  })

  it('contains deleted templates and categories that can be restored', async () => {
    const { id } = await makeTemplate(ada, { name: 'Move' }, [{ title: 'Pack' }])
    await ada.delete(`/api/templates/${id}`)
    await ada.post('/api/categories', { name: 'Pond' })
    await ada.delete('/api/categories/Pond')
    const { list } = await readExport(ada)
    expect(list).toMatchObject({
      templates: [],
      categories: [],
      deletedTemplates: [{ id, name: 'Move', deletedAt: TEST_NOW, tasks: [{ title: 'Pack' }] }],
      deletedCategories: [{ name: 'Pond', deletedAt: TEST_NOW }],
    })
  })

  it('lists a file with missing bytes without a path', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'lost.txt')
    await attach(ada, id, 'kept.txt', 'kept')
    const [row] = await test.db
      .selectFrom('attachments')
      .select('blob')
      .where('name', '=', 'lost.txt')
      .execute()
    await test.files.remove(row?.blob ?? '')
    const { files, list } = await readExport(ada)
    expect(list['files']).toMatchObject([
      { name: 'lost.txt', path: null },
      { name: 'kept.txt', path: `files/${id}/kept.txt` },
    ])
    expect(Object.keys(files)).toHaveLength(2)
  })
})

const remove = (client: Client, password: unknown) =>
  test.app.inject({
    method: 'DELETE',
    url: '/api/auth/user',
    headers: { cookie: client.cookie() },
    payload: { password },
  })

describe('deleting an account', () => {
  it('deletes every row, file and session of the user and nothing else', async () => {
    const phone = await signInElsewhere('Phone')
    const { id } = await makeTask(ada)
    await attach(ada, id, 'plan.txt')
    await ada.post('/api/categories', { name: 'Garden' })
    await ada.patch(`/api/tasks/${id}`, { completed: true })
    await makeTemplate(ada, { isPublic: true }, [{ title: 'Step' }])
    const { id: deleted } = await makeTemplate(ada)
    await ada.delete(`/api/templates/${deleted}`)
    await ada.post('/api/categories', { name: 'Pond' })
    await ada.delete('/api/categories/Pond')
    const eve = await signUp(test, 'eve@example.com')
    await attach(eve, (await makeTask(eve)).id, 'eve.txt')

    const response = await remove(ada, TEST_PASSWORD)
    expect(response.statusCode).toBe(204)
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect(response.cookies[0]).toMatchObject({ value: '' })
    for (const client of [ada, phone]) expect(await statusOf(client)).toBe(401)
    expect((await test.visitor.post('/api/login', CREDENTIALS)).statusCode).toBe(401)

    const owners = await Promise.all(
      (
        [
          'tasks',
          'deleted_tasks',
          'deleted_attachments',
          'deleted_templates',
          'deleted_categories',
          'categories',
          'attachments',
          'sessions',
          'passwords',
          'idempotency_keys',
          'undos',
        ] as const
      ).map(async (table) =>
        (await test.db.selectFrom(table).select('user_id').execute()).map((row) => row.user_id),
      ),
    )
    const [left] = await test.db.selectFrom('users').select(['id', 'email']).execute()
    expect(left?.email).toBe('eve@example.com')
    expect(new Set(owners.flat())).toEqual(new Set([left?.id]))
    expect(await test.db.selectFrom('project_templates').selectAll().execute()).toEqual([])
    expect(await test.db.selectFrom('template_tasks').selectAll().execute()).toEqual([])
    expect(await storedNames(test)).toHaveLength(1)
  })

  it.each(['wrong', '', undefined])('requires the password: %j changes nothing', async (password) => {
    const response = await remove(ada, password)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({
      code: 'wrong_password',
      issues: [{ path: 'password', message: 'This is not your current password. Try again.' }],
    })
    expect(await statusOf(ada)).toBe(200)
  })

  it.each([7, null, {}])('rejects %j as a password', async (password) => {
    expect((await remove(ada, password)).statusCode).toBe(400)
    expect(await statusOf(ada)).toBe(200)
  })

  it('succeeds when requested twice in parallel', async () => {
    const responses = await Promise.all([remove(ada, TEST_PASSWORD), remove(ada, TEST_PASSWORD)])
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(204)
    for (const status of statuses) expect([204, 401, 403]).toContain(status)
    expect(await test.db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})

it('logs account changes with the user and without secrets', async () => {
  test.log.length = 0
  await ada.post('/api/auth/password', { currentPassword: 'secret one', newPassword: 'secret and green' })
  await test.visitor.post('/api/login', { email: EMAIL, password: 'secret two' })
  await ada.post('/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword: 'secret and green' })
  await test.visitor.post('/api/login', { email: EMAIL, password: 'secret and green' })
  await ada.delete('/api/auth/sessions')
  await readExport(ada)
  const lines = test.log.map((line) => JSON.parse(line) as { msg: string; user: unknown; address?: string })
  const told = lines.filter(({ msg }) => msg !== 'request')
  expect(told.map(({ msg }) => msg)).toEqual([
    'wrong password',
    'sign-in failed',
    'password changed',
    'signed in',
    'other sessions ended',
    'data exported',
  ])
  expect(new Set(told.map(({ user }) => user)).size).toBe(1)
  expect(told[1]?.address).toBe('127.0.0.1')
  expect(test.log.join('')).not.toMatch(/secret|ada@/)
})
