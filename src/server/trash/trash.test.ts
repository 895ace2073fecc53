import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { TemplateWithTasks } from '#domain/templates/template.ts'
import type { TrashPage } from '#domain/trash/trash-schema.ts'
import { TRASHED_MAX } from '#domain/trash/trash.ts'
import { attach, attachmentPath, storedNames } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_NOW,
  type TestApp,
  buildTestApp,
  restartUpon,
  signUp,
} from '#tests/support/build-app.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

async function readTrash(query = '', by = client): Promise<TrashPage> {
  const response = await by.get(`/api/trash${query}`)
  expect(response.statusCode).toBe(200)
  return response.json<TrashPage>()
}

const titles = async (query = '') => (await readTrash(query)).items.map(({ title }) => title)
const status = async (sent: ReturnType<Client['get']>) => (await sent).statusCode

/** Deletes one item of each kind, a second apart: a task with a file, a template with a task, a category. */
async function fillTrash() {
  const task = await makeTask(client, { title: 'Launch', priority: 3, category: 'Pond' })
  await makeTask(client, { title: 'After', dependencies: [String(task.id)], category: 'Pond' })
  await attach(client, task.id, 'plan.txt', 'the plan')
  const template = await makeTemplate(client, { name: 'Move house' }, [
    { title: 'Pack', dueDay: 3 },
    { title: 'Drive', dependencies: [0] },
  ])
  await client.post('/api/categories', { name: 'Pond' })
  const before = (await client.get(`/api/templates/${template.id}`)).json<TemplateWithTasks>()
  for (const path of [`tasks/${task.id}`, `templates/${template.id}`, 'categories/Pond']) {
    expect(await status(client.delete(`/api/${path}`))).toBe(204)
    test.clock.advance({ seconds: 1 })
  }
  return { task, template: before }
}

const removeForever = (path: string, key?: string) =>
  status(client.delete(`/api/trash/${path}`, key ? { 'idempotency-key': key } : undefined))

const categories = async () => (await client.get('/api/categories')).json<string[]>()

/** The instant a number of seconds after the start of the test. */
const at = (seconds: number) =>
  Temporal.Instant.from(TEST_NOW).add({ seconds }).toString({ fractionalSecondDigits: 3 })

const TABLES = ['deleted_tasks', 'deleted_templates', 'deleted_categories'] as const

/** Makes the trash 30 days old. Advancing the clock would end the session. */
async function makeExpired(): Promise<void> {
  const deleted = Temporal.Instant.from(test.clock.now()).subtract({ hours: 30 * 24 })
  const deleted_at = deleted.toString({ fractionalSecondDigits: 3 })
  for (const table of TABLES) await test.db.updateTable(table).set({ deleted_at }).execute()
}

/** Adds templates and categories to the trash. */
async function addTrashed(count: number, user_id: string, deleted_at: string): Promise<void> {
  const row = { user_id, deleted_at }
  for (let i = 0; i < count; i += 100) {
    const ids = Array.from({ length: Math.min(100, count - i) }, (_, n) => 10_000 + i + n)
    const templates = ids.map((id) => ({ ...row, template_id: id, name: 'n', tasks: 0, template: '{}' }))
    await test.db.insertInto('deleted_templates').values(templates).execute()
    const category = { ...row, created_at: TEST_NOW }
    const names = ids.map((id) => ({ ...category, category_id: id, name: `n${id}`, name_key: `n${id}` }))
    await test.db.insertInto('deleted_categories').values(names).execute()
  }
}

describe('the list of the trash', () => {
  it('describes each item, newest deletion first, with totals', async () => {
    const { task, template } = await fillTrash()
    const none = { level: null, tasks: 0, files: 0, dependents: 0 }
    expect(await readTrash()).toEqual({
      items: [
        { ...none, kind: 'category', id: 'Pond', title: 'Pond', tasks: 1, deletedAt: at(2) },
        { ...none, kind: 'template', id: template.id, title: 'Move house', tasks: 2, deletedAt: at(1) },
        {
          ...none,
          kind: 'task',
          id: task.id,
          title: 'Launch',
          level: 3,
          files: 1,
          dependents: 1,
          deletedAt: at(0),
        },
      ],
      next: null,
      totals: { task: 1, template: 1, category: 1, files: 1 },
      asOf: at(3),
    })
  })

  it('counts the tasks of a category ignoring case', async () => {
    await client.post('/api/categories', { name: 'Pond' })
    for (const category of ['Pond', 'pond', 'POND', 'Ponds']) await makeTask(client, { category })
    await client.delete('/api/categories/Pond')
    expect((await readTrash()).items).toMatchObject([{ title: 'Pond', tasks: 3 }])
  })

  it('can be filtered, searched and read page by page', async () => {
    await fillTrash()
    for (const title of ['Cake A', 'Cake B', 'cake C']) {
      await client.delete(`/api/tasks/${(await makeTask(client, { title })).id}`)
    }
    expect(await titles('?kind=template')).toEqual(['Move house'])
    expect(await titles('?search=CAKE')).toEqual(['cake C', 'Cake B', 'Cake A'])
    expect(await titles('?search=cake&kind=category')).toEqual([])
    const seen: string[] = []
    let after = ''
    for (;;) {
      const page = await readTrash(`?limit=4${after}`)
      expect(page.totals).toEqual({ task: 4, template: 1, category: 1, files: 1 })
      seen.push(...page.items.map(({ title }) => title))
      if (page.next === null) break
      after = `&after=${encodeURIComponent(page.next)}`
    }
    expect(seen).toEqual(['cake C', 'Cake B', 'Cake A', 'Pond', 'Move house', 'Launch'])
  })

  it.each(['?kind=file', '?limit=0', '?limit=101', '?after=x', `?search=${'x'.repeat(201)}`])(
    'rejects %s',
    async (query) => {
      expect(await status(client.get(`/api/trash${query}`))).toBe(400)
    },
  )

  it('shows nothing of another user, and nothing to a visitor', async () => {
    await fillTrash()
    const other = await signUp(test)
    expect((await readTrash('', other)).items).toEqual([])
    expect(await status(test.visitor.get('/api/trash'))).toBe(401)
  })

  it('contains items that no other list shows', async () => {
    await fillTrash()
    expect((await readTasks(client)).map(({ title }) => title)).toEqual(['After'])
    expect((await client.get('/api/templates')).json()).toEqual([])
    expect((await client.get('/api/categories')).json()).not.toContain('Pond')
    expect((await client.get('/api/search?q=launch')).json()).toEqual([])
  })
})

describe('a restored template', () => {
  it('is the same template with the same tasks, in a new version', async () => {
    const { template } = await fillTrash()
    const restored = await client.post(`/api/templates/${template.id}/restore`)
    expect(restored.statusCode).toBe(200)
    const expected = { ...template, version: template.version + 1, updatedAt: test.clock.now() }
    expect(restored.json()).toEqual(expected)
    expect((await client.get(`/api/templates/${template.id}`)).json()).toEqual(expected)
    expect(await titles('?kind=template')).toEqual([])
    expect((await client.post(`/api/templates/${template.id}/restore`)).json()).toEqual(expected)
  })

  it('is restored once by two parallel requests', async () => {
    const { template } = await fillTrash()
    const path = `/api/templates/${template.id}/restore`
    const answers = await Promise.all([client.post(path), client.post(path)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.json()).toEqual(answers[1]?.json())
  })

  it('cannot be restored by another user, by a visitor or after 30 days', async () => {
    const { template } = await fillTrash()
    const path = `/api/templates/${template.id}/restore`
    expect(await status((await signUp(test)).post(path))).toBe(404)
    expect(await status(test.visitor.post(path))).toBe(401)
    expect(await status(client.post('/api/templates/x/restore'))).toBe(404)
    await makeExpired()
    expect(await status(client.post(path))).toBe(404)
  })

  it('must fit the text limit', async () => {
    await test.close()
    test = await buildTestApp({ config: { textBytesMax: 2000 } })
    client = await signUp(test)
    const { id } = await makeTemplate(client, { name: 'Old', description: 'x'.repeat(1200) })
    await client.delete(`/api/templates/${id}`)
    const { id: task } = await makeTask(client, { notes: 'x'.repeat(1200) })
    const refused = await client.post(`/api/templates/${id}/restore`)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([413, 'text_quota'])
    await client.delete(`/api/tasks/${task}`)
    expect(await status(client.post(`/api/templates/${id}/restore`))).toBe(413)
    await client.delete(`/api/trash/task/${task}`)
    expect(await status(client.post(`/api/templates/${id}/restore`))).toBe(200)
  })
})

describe('a restored category', () => {
  it('returns to its old place in the list, and its tasks still use it', async () => {
    for (const name of ['Pond', 'Garden']) await client.post('/api/categories', { name })
    const { id } = await makeTask(client, { category: 'Pond' })
    const before = await categories()
    await client.delete('/api/categories/pond')
    const restored = await client.post('/api/categories/POND/restore')
    expect([restored.statusCode, restored.json()]).toEqual([200, { name: 'Pond' }])
    expect(await categories()).toEqual(before)
    expect((await readTask(client, id)).category).toBe('Pond')
    expect(await titles()).toEqual([])
  })

  it('is replaced by a new one if its name was added again in the meantime', async () => {
    await client.post('/api/categories', { name: 'Pond' })
    await client.delete('/api/categories/Pond')
    await client.post('/api/categories', { name: 'pond' })
    expect((await client.post('/api/categories/Pond/restore')).json()).toEqual({ name: 'pond' })
    expect((await categories()).filter((name) => name.toLowerCase() === 'pond')).toEqual(['pond'])
    expect(await titles()).toEqual([])
  })

  it('is in the trash only once, even if its name was removed twice', async () => {
    for (let round = 0; round < 2; round++) {
      await client.post('/api/categories', { name: 'Pond' })
      await client.delete('/api/categories/Pond')
    }
    expect(await titles()).toEqual(['Pond'])
  })

  it('is restored once by two parallel requests', async () => {
    await fillTrash()
    const path = '/api/categories/Pond/restore'
    const answers = await Promise.all([client.post(path), client.post(path)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await categories()).filter((name) => name === 'Pond')).toHaveLength(1)
  })

  it('cannot be restored by another user, by a visitor, after 30 days or if it never existed', async () => {
    await fillTrash()
    const path = '/api/categories/Pond/restore'
    expect(await status((await signUp(test)).post(path))).toBe(404)
    expect(await status(test.visitor.post(path))).toBe(401)
    expect(await status(client.post('/api/categories/Nowhere/restore'))).toBe(404)
    await makeExpired()
    expect(await status(client.post(path))).toBe(404)
  })
})

describe('deleting one item for good', () => {
  it('removes it and the files of a task, and nothing else', async () => {
    const { task, template } = await fillTrash()
    expect(await storedNames(test)).toHaveLength(1)
    expect(await status(client.delete(`/api/trash/task/${task.id}`))).toBe(204)
    expect(await storedNames(test)).toEqual([])
    expect(await titles()).toEqual(['Pond', 'Move house'])
    expect(await status(client.post(`/api/tasks/${task.id}/restore`))).toBe(404)
    expect(await status(client.delete(`/api/trash/template/${template.id}`))).toBe(204)
    expect(await status(client.delete('/api/trash/category/pond'))).toBe(204)
    expect((await readTrash()).totals).toEqual({ task: 0, template: 0, category: 0, files: 0 })
  })

  it('keeps a file that another task shares', async () => {
    const { task } = await fillTrash()
    const other = await makeTask(client)
    const file = await test.db.selectFrom('deleted_attachments').selectAll().executeTakeFirstOrThrow()
    await test.db
      .insertInto('attachments')
      .values({ ...file, task_id: other.id, size: Number(file.size) })
      .execute()
    await client.delete(`/api/trash/task/${task.id}`)
    expect((await client.get(attachmentPath(other.id, 'plan.txt'))).body).toBe('the plan')
  })

  it('returns 404 for an item that is not in the trash', async () => {
    const { task } = await fillTrash()
    const there = await makeTask(client)
    for (const path of [`task/${there.id}`, 'task/x', 'template/999999', 'category/Nowhere', 'file/1']) {
      expect([path, await status(client.delete(`/api/trash/${path}`))]).toEqual([path, 404])
    }
    expect(await status((await signUp(test)).delete(`/api/trash/task/${task.id}`))).toBe(404)
    expect(await status(test.visitor.delete(`/api/trash/task/${task.id}`))).toBe(401)
    expect((await readTrash()).items).toHaveLength(3)
    expect(await readTask(client, there.id)).toEqual(there)
  })

  it('succeeds for one of two parallel requests, and for a retry with the same key', async () => {
    const { task, template } = await fillTrash()
    const both = await Promise.all([removeForever(`task/${task.id}`), removeForever(`task/${task.id}`)])
    expect(both.toSorted()).toEqual([204, 404])
    expect([
      await removeForever(`template/${template.id}`, 'k'),
      await removeForever(`template/${template.id}`, 'k'),
    ]).toEqual([204, 204])
  })
})

describe('emptying the trash', () => {
  it('permanently deletes this user’s items and files, and nobody else’s', async () => {
    await fillTrash()
    const other = await signUp(test)
    const { id } = await makeTask(other)
    await other.delete(`/api/tasks/${id}`)
    expect(await status(client.delete('/api/trash'))).toBe(204)
    expect((await readTrash()).items).toEqual([])
    expect(await storedNames(test)).toEqual([])
    expect((await readTrash('', other)).items).toHaveLength(1)
    expect(await status(test.visitor.delete('/api/trash'))).toBe(401)
  })

  it('keeps items that were deleted after `until`', async () => {
    await fillTrash()
    const { asOf } = await readTrash()
    test.clock.advance({ seconds: 1 })
    await client.delete(`/api/tasks/${(await makeTask(client, { title: 'Later' })).id}`)
    expect(await status(client.delete(`/api/trash?until=${asOf}`))).toBe(204)
    expect(await titles()).toEqual(['Later'])
    for (const until of ['yesterday', '2026-02-31', '2026-11-20T10:00:00+01:00', '0000-01-01T00:00:00.000Z'])
      expect(await status(client.delete(`/api/trash?until=${encodeURIComponent(until)}`))).toBe(400)
  })

  it('deletes items that a wrong clock dated in the future, but keeps items deleted after `until`', async () => {
    await fillTrash()
    for (const table of ['deleted_tasks', 'deleted_templates', 'deleted_categories'] as const)
      await test.db.updateTable(table).set({ deleted_at: '2999-01-01T00:00:00.000Z' }).execute()
    const { asOf } = await readTrash()
    test.clock.advance({ seconds: 1 })
    await client.delete(`/api/tasks/${(await makeTask(client, { title: 'Later' })).id}`)
    expect(await status(client.delete(`/api/trash?until=${asOf}`))).toBe(204)
    expect(await titles()).toEqual(['Later'])
  })

  it('succeeds for both of two parallel requests', async () => {
    await fillTrash()
    const both = await Promise.all([client.delete('/api/trash'), client.delete('/api/trash')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  })
})

describe('other browsers', () => {
  it('get an event for each item that is restored or deleted for good', async () => {
    const { task, template } = await fillTrash()
    const reader = await openEvents(test.app, client)
    await client.post(`/api/templates/${template.id}/restore`)
    await client.post('/api/categories/Pond/restore')
    await client.delete(`/api/trash/task/${task.id}`)
    const heard = await reader.take(3)
    reader.close()
    expect(heard.map(({ change }) => change)).toEqual([
      { kind: 'template', id: template.id, version: template.version + 1 },
      { kind: 'category', id: 'Pond' },
      { kind: 'trash', id: 'task', deleted: true },
    ])
  })
})

describe('an item in the trash', () => {
  it('is deleted by the sweep after 30 days', async () => {
    await fillTrash()
    await makeExpired()
    const { items, totals } = await readTrash()
    expect([items, totals]).toEqual([[], { task: 0, template: 0, category: 0, files: 0 }])
    await restartUpon(test)
    for (const table of TABLES) expect(await test.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await storedNames(test)).toEqual([])
  })

  it(`is deleted once ${TRASHED_MAX} newer templates or categories are in the trash`, async () => {
    const { template } = await fillTrash()
    await addTrashed(TRASHED_MAX - 1, template.createdBy, test.clock.now())
    test.clock.advance({ seconds: 1 })
    const { id } = await makeTemplate(client)
    await client.delete(`/api/templates/${id}`)
    await client.post('/api/categories', { name: 'New' })
    await client.delete('/api/categories/New')
    expect(await status(client.post(`/api/templates/${template.id}/restore`))).toBe(404)
    expect(await status(client.post('/api/categories/Pond/restore'))).toBe(404)
    expect(await status(client.post(`/api/templates/${id}/restore`))).toBe(200)
    expect(await status(client.post('/api/categories/New/restore'))).toBe(200)
  })

  it('stays in a full trash if a wrong clock dated the other items in the future', async () => {
    const { id, createdBy } = await makeTemplate(client)
    await addTrashed(TRASHED_MAX, createdBy, at(365 * 86_400))
    await client.delete(`/api/templates/${id}`)
    await client.post('/api/categories', { name: 'New' })
    await client.delete('/api/categories/New')
    expect(await status(client.post(`/api/templates/${id}/restore`))).toBe(200)
    expect(await status(client.post('/api/categories/New/restore'))).toBe(200)
  })
})
