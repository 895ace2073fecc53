import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attach, attachmentPath, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { makeTemplate, setTasks } from '#tests/support/templates.ts'

import { limitTexts } from '../db/text-tally.ts'

let server: TestApp
let ada: Client
let userId: string
beforeEach(async () => {
  server = await buildTestApp()
  ada = await signUp(server)
  userId = (await ada.get('/api/auth/user')).json<{ id: string }>().id
})
afterEach(() => server.close())

async function counted(): Promise<number> {
  const { text_bytes } = await server.db
    .selectFrom('users')
    .select('text_bytes')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return text_bytes
}

/** Adds up all text of the user, row by row, including deleted tasks. */
async function summed(): Promise<number> {
  const { db } = server
  const tasks = await db.selectFrom('tasks').selectAll().where('user_id', '=', userId).execute()
  const templates = await db
    .selectFrom('project_templates')
    .selectAll()
    .where('created_by', '=', userId)
    .execute()
  const templateTasks = await db.selectFrom('template_tasks').selectAll().execute()
  const categories = await db.selectFrom('categories').select('name').execute()
  const deleted = await db.selectFrom('deleted_tasks').select('task').where('user_id', '=', userId).execute()
  const texts = [
    ...deleted.map(({ task }) =>
      textsOf(withPackedLists(JSON.parse(task) as Task), [
        'recurrenceFrequency',
        'completedAt',
        'createdAt',
        'updatedAt',
        'userId',
      ]),
    ),
    ...tasks.map((task) =>
      textsOf(task, ['recurrence_frequency', 'completed_at', 'created_at', 'updated_at', 'user_id']),
    ),
    ...templates.map((template) => textsOf(template, ['created_by', 'created_at', 'updated_at'])),
    ...templateTasks.map((task) => textsOf(task, ['created_at'])),
    ...categories.map(({ name }) => name),
  ]
  return Buffer.byteLength(texts.join(''))
}

/** Joins the user-written text of a row. */
function textsOf(row: Readonly<Record<string, unknown>>, others: readonly string[]): string {
  const texts = Object.entries(row).filter(
    ([name, value]) => typeof value === 'string' && !others.includes(name),
  )
  return texts.map(([, text]) => text).join('')
}

/** Returns a task with its lists as JSON. */
function withPackedLists(task: Task) {
  return Object.fromEntries(
    Object.entries(task).map(([field, value]) => [
      field,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  )
}

const fill = async () => limitTexts(server.db, await counted())

describe('the text of a user', () => {
  test('is counted in bytes after every kind of change', async () => {
    expect(await counted()).toBe(0)
    const plain = await makeTask(ada, { title: 'Äpfel' })
    expect(await counted()).toBe(6 + 'Task'.length + '[][]'.length)
    const { id } = await makeTask(ada, { notes: '🎉'.repeat(100), dependencies: [plain.id] })
    await ada.patch(`/api/tasks/${id}`, { notes: 'short', description: 'x'.repeat(1000), progress: 5 })
    await attach(ada, id, 'a "quoted" name.txt')
    await ada.delete(attachmentPath(id, 'a "quoted" name.txt'))
    await makeTask(ada, { title: 'Weekly', isRecurring: true, recurrenceFrequency: 'Weekly' })
    await ada.patch(`/api/tasks/${id + 1}`, { completed: true })
    const template = await makeTemplate(ada, { description: 'all of it' }, [
      { title: 'Plan' },
      { title: 'Do' },
    ])
    await setTasks(ada, template.id, [{ title: 'Plan', description: 'ü' }])
    await ada.post(`/api/templates/${template.id}/instantiate`, { projectName: 'Garden' })
    await ada.post('/api/categories', { name: 'Gärten' })
    await ada.post('/api/categories', { name: 'Other' })
    await ada.delete('/api/categories/gärten')
    expect(await counted()).toBe(await summed())
    await ada.delete(`/api/tasks/${plain.id}`)
    expect(await counted()).toBe(await summed())
    await ada.delete(`/api/templates/${template.id}`)
    expect(await counted()).toBe(await summed())
  })

  test('still counts while its task is in the trash, and counts once after a restore', async () => {
    const { id } = await makeTask(ada, { notes: 'ü'.repeat(500), attachments: ['"a".txt'] })
    await makeTask(ada, { dependencies: [String(id)] })
    const before = await counted()
    await ada.delete(`/api/tasks/${id}`)
    expect(await counted()).toBe(before - '"1"'.length)
    expect(await counted()).toBe(await summed())
    await ada.post(`/api/tasks/${id}/restore`)
    expect((await readTask(ada, id)).notes).toBe('ü'.repeat(500))
    expect(await counted()).toBe(before)
    await ada.post('/api/tasks/bulk-delete', { tasks: [{ id }, { id: id + 1 }] })
    expect(await counted()).toBe(before)
    await ada.post('/api/tasks/bulk-restore', { tasks: [{ id }, { id: id + 1 }] })
    expect([await counted(), await summed()]).toEqual([before, before])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['deleted for good', (id) => ada.delete(`/api/trash/task/${id}`)],
    ['emptied from the trash', () => ada.delete('/api/trash')],
    [
      'in the trash for 30 days',
      () => {
        server.clock.advance({ hours: 30 * 24 })
        return restartUpon(server)
      },
    ],
  ])('no longer counts when its task is %s', async (_, forget) => {
    const kept = await makeTask(ada, { title: 'kept' })
    const { id } = await makeTask(ada, { notes: 'x'.repeat(1000) })
    await ada.delete(`/api/tasks/${id}`)
    expect(await counted()).toBeGreaterThan(1000)
    await forget(id)
    expect(await counted()).toBe('kept'.length + kept.category.length + '[][]'.length)
  })

  test('does not include text of another user', async () => {
    await makeTask(await signUp(server), { notes: 'x'.repeat(1000) })
    expect(await counted()).toBe(0)
  })
})

describe('a change that adds text beyond the limit', () => {
  test.each<[string, (client: Client, task: Task, template: number) => ReturnType<Client['post']>]>([
    ['a new task', (client) => client.post('/api/tasks', { title: 'x' })],
    ['a longer text', (client, { id }) => client.patch(`/api/tasks/${id}`, { notes: 'longer than before' })],
    ['a file name', (client, { id }) => client.put(attachmentPath(id, 'a.txt'), 'hello')],
    ['the next occurrence', (client, { id }) => client.patch(`/api/tasks/${id}`, { completed: true })],
    ['a new category', (client) => client.post('/api/categories', { name: 'x' })],
    ['a new template', (client) => client.post('/api/templates', { name: 'x' })],
    [
      'a longer task list in a template',
      (client, _, id) => client.post(`/api/templates/${id}/tasks`, [{ title: 'Plan' }, { title: 'Do' }]),
    ],
    [
      'a project from a template',
      (client, _, id) => client.post(`/api/templates/${id}/instantiate`, { projectName: 'Garden' }),
    ],
  ])('returns 413 text_quota and changes nothing: %s', async (_, change) => {
    const task = await makeTask(ada, { isRecurring: true, recurrenceFrequency: 'Weekly', notes: 'as before' })
    const template = await makeTemplate(ada, {}, [{ title: 'Plan' }])
    await fill()
    const full = await counted()
    const before = (await ada.get('/api/tasks')).body
    const response = await change(ada, task, template.id)
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual({
      code: 'text_quota',
      message: `Your text can use up to ${full} bytes in total, including deleted tasks. Open the trash and choose “Empty trash”, or shorten tasks or templates.`,
    })
    expect((await ada.get('/api/tasks')).body).toBe(before)
    expect([await counted(), await summed()]).toEqual([full, full])
    expect(await storedNames(server)).toEqual([])
  })

  test('does not stop deletions, shorter text, or changes to other fields, even far above the limit', async () => {
    const one = await makeTask(ada, { notes: 'x'.repeat(100) })
    const other = await makeTask(ada)
    const template = await makeTemplate(ada, {}, [{ title: 'Plan' }, { title: 'Do' }])
    await ada.post('/api/categories', { name: 'Garden' })
    limitTexts(server.db, 1)
    const path = `/api/tasks/${one.id}`
    expect((await ada.patch(path, { notes: 'x'.repeat(99) })).statusCode).toBe(200)
    expect((await ada.patch(path, { notes: 'y'.repeat(99) })).statusCode).toBe(200)
    expect((await ada.patch(path, { priority: 2, completed: true })).statusCode).toBe(200)
    expect((await ada.delete(`/api/tasks/${other.id}`)).statusCode).toBe(204)
    expect((await ada.post(`/api/templates/${template.id}/tasks`, [])).statusCode).toBe(201)
    expect((await ada.delete(`/api/templates/${template.id}`)).statusCode).toBe(204)
    expect((await ada.delete('/api/categories/Garden')).statusCode).toBe(204)
    expect((await ada.delete(path)).statusCode).toBe(204)
    expect(await counted()).toBeGreaterThan(0)
    expect((await ada.delete('/api/trash')).statusCode).toBe(204)
    expect(await counted()).toBe(0)
  })

  test('is rejected exactly at the limit when many are sent in parallel', async () => {
    const draft = { title: 'x'.repeat(92), category: 'Task' }
    limitTexts(server.db, 1000)
    const answers = await Promise.all(Array.from({ length: 30 }, () => ada.post('/api/tasks', draft)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 413)).toHaveLength(20)
    expect(await counted()).toBe(1000)
  })
})
