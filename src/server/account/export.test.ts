import { setImmediate } from 'node:timers/promises'

import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { attach } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

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
    const zip = unzipSync(new Uint8Array((await exporting).rawPayload))
    const list = JSON.parse(strFromU8(zip['tenfold.json'] ?? new Uint8Array())) as Exported
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
