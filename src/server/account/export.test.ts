import { type IncomingMessage, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'

import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { attach } from '#tests/support/attachments.ts'
import { type Client, TEST_PASSWORD, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'
import { until } from '#tests/support/until.ts'

import { inTransaction } from '../db/transaction.ts'
import { runDeleteAccount } from './commands.ts'

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
})
afterEach(() => test.close())

type Named = { id: number }
type Exported = Record<'tasks' | 'deletedTasks' | 'templates' | 'deletedTemplates', Named[]> & {
  files: { taskId: number }[]
  categories: string[]
  deletedCategories: { name: string }[]
}

const idsOf = (...lists: Named[][]) => lists.flat().map(({ id }) => id)

it('contains each task, file, template and category once, even if others are deleted and restored during the export', async () => {
  const app = await buildInterleavedApp(test)
  const [kept, trashed] = [await makeTask(ada), await makeTask(ada)]
  await attach(ada, kept.id, 'kept.txt')
  await attach(ada, trashed.id, 'trashed.txt')
  const [one, other] = [await makeTemplate(ada), await makeTemplate(ada)]
  await ada.delete(`/api/tasks/${trashed.id}`)
  await ada.delete(`/api/templates/${other.id}`)
  await ada.post('/api/categories', { name: 'Lake' })
  await ada.post('/api/categories', { name: 'Pond' })
  await ada.delete('/api/categories/Pond')
  const expected = { tasks: [kept.id, trashed.id], templates: [one.id, other.id] }
  let isSwapped = false
  for (let turns = 0; turns < 40; turns++) {
    const headers = { cookie: ada.cookie() }
    const exporting = app.inject({ method: 'GET', url: '/api/auth/export', headers })
    for (let i = 0; i < turns; i++) await setImmediate()
    const [gone, back] = isSwapped ? [trashed, kept] : [kept, trashed]
    const [goneTemplate, backTemplate] = isSwapped ? [other, one] : [one, other]
    const [goneCategory, backCategory] = isSwapped ? ['Pond', 'Lake'] : ['Lake', 'Pond']
    isSwapped = !isSwapped
    await ada.delete(`/api/tasks/${gone.id}`)
    await ada.post(`/api/tasks/${back.id}/restore`)
    await ada.delete(`/api/templates/${goneTemplate.id}`)
    await ada.post(`/api/templates/${backTemplate.id}/restore`)
    await ada.delete(`/api/categories/${goneCategory}`)
    await ada.post(`/api/categories/${backCategory}/restore`)
    const list = listOf((await exporting).rawPayload)
    expect({
      turns,
      tasks: idsOf(list.tasks, list.deletedTasks).toSorted((a, b) => a - b),
      files: list.files.map(({ taskId }) => taskId).toSorted((a, b) => a - b),
      templates: idsOf(list.templates, list.deletedTemplates).toSorted((a, b) => a - b),
      categories: [...list.categories, ...list.deletedCategories.map(({ name }) => name)].toSorted(),
    }).toEqual({ turns, ...expected, files: expected.tasks, categories: ['Lake', 'Pond'] })
  }
  await app.close()
})

describe('a deletion of the account during its export', () => {
  it('is rejected with 409 export_running until the download has ended', async () => {
    const answer = await startExport()
    const rejected = await deleteAccount()
    expect([rejected.statusCode, rejected.json<{ code: string }>().code]).toEqual([409, 'export_running'])
    const list = listOf(await buffer(answer))
    expect(list.tasks).toHaveLength(1)
    await until(async () => expect((await deleteAccount()).statusCode).toBe(204))
  })

  it('is possible after the user cancels the download', async () => {
    const answer = await startExport()
    answer.destroy()
    await until(async () => expect((await deleteAccount()).statusCode).toBe(204))
  })

  it('by another process breaks the download off', async () => {
    const answer = await startExport()
    const { id } = (await ada.get('/api/auth/user')).json<{ id: string }>()
    await inTransaction(test.db, id, (db) => runDeleteAccount(db, id))
    const end = await buffer(answer).then(
      () => 'complete',
      () => 'broken off',
    )
    expect(end).toBe('broken off')
  })
})

/** Starts an export that can't end before the client reads it. */
async function startExport(): Promise<IncomingMessage> {
  const { id } = await makeTask(ada)
  await attach(ada, id, 'large.bin', Buffer.alloc(20 * 2 ** 20))
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const headers = { cookie: ada.cookie() }
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get({ port, host: '127.0.0.1', path: '/api/auth/export', headers }, resolve),
  )
  return answer.pause()
}

function deleteAccount() {
  const headers = { cookie: ada.cookie() }
  return test.app.inject({
    method: 'DELETE',
    url: '/api/auth/user',
    headers,
    payload: { password: TEST_PASSWORD },
  })
}

function listOf(bytes: Uint8Array): Exported {
  return JSON.parse(
    strFromU8(unzipSync(new Uint8Array(bytes))['tenfold.json'] ?? new Uint8Array()),
  ) as Exported
}
