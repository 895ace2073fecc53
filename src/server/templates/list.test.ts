import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { TemplateTask, TemplateWithTasks } from '#domain/templates/template.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTemplate, readTemplate, setTasks } from '#tests/support/templates.ts'

let test: TestApp
let client: Client
let template: TemplateWithTasks
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  template = await makeTemplate(client, {}, [{ title: 'Plan' }, { title: 'Build', dependencies: ['0'] }])
})
afterEach(() => test.close())

const set = (tasks: unknown) => client.post(`/api/templates/${template.id}/tasks`, tasks)
const titles = async () => (await readTemplate(client, template.id)).tasks.map((task) => task.title)

describe('setting the list of a template', () => {
  it('returns it with every field filled in', async () => {
    const response = await set([{ title: ' Plan \n' }])
    expect(response.statusCode).toBe(201)
    const tasks = response.json<TemplateTask[]>()
    expect(tasks).toEqual([
      {
        id: expect.any(Number),
        templateId: template.id,
        title: 'Plan',
        description: null,
        priority: 5,
        category: 'Task',
        estimatedTime: null,
        position: 0,
        dependencies: [],
        startDay: null,
        endDay: null,
        dueDay: null,
        createdAt: TEST_NOW,
      },
    ])
    expect((await readTemplate(client, template.id)).tasks).toEqual(tasks)
  })

  it('stores every field that a client of the specification sends', async () => {
    const tasks = await setTasks(client, template.id, [
      {
        title: 'Plan',
        description: 'all of it',
        priority: 2,
        category: 'Review',
        estimatedHours: '2',
        estimatedMinutes: '30',
        position: 0,
        estimatedTime: '2h 30m',
      },
      {
        title: 'Build',
        description: '',
        priority: 10,
        category: 'Task',
        estimatedHours: '',
        estimatedMinutes: '',
        position: 1,
        estimatedTime: '',
        dependencies: ['0'],
        startDay: 2,
        endDay: 4,
        dueDay: -1,
      },
    ])
    expect(tasks).toMatchObject([
      { title: 'Plan', description: 'all of it', priority: 2, category: 'Review', estimatedTime: '2h 30m' },
      {
        title: 'Build',
        description: null,
        priority: 10,
        estimatedTime: '',
        position: 1,
        dependencies: ['0'],
      },
    ])
    expect(tasks[0]).toMatchObject({ startDay: null, endDay: null, dueDay: null })
    expect(tasks[1]).toMatchObject({ startDay: 2, endDay: 4, dueDay: -1 })
  })

  it('replaces the previous list, in the order of the new one', async () => {
    for (const list of [['c', 'a', 'b'], ['a'], [], Array.from({ length: 500 }, (_, i) => `Task ${i}`)]) {
      const tasks = await setTasks(
        client,
        template.id,
        list.map((title) => ({ title })),
      )
      expect(tasks.map((task) => task.position)).toEqual(list.map((_, i) => i))
      expect(await titles()).toEqual(list)
    }
  })

  it('sent again changes nothing', async () => {
    const before = await readTemplate(client, template.id)
    test.clock.advance({ hours: 1 })
    const again = await set([{ title: 'Plan' }, { title: 'Build', dependencies: [0] }])
    expect([again.statusCode, again.json()]).toEqual([201, before.tasks])
    expect(await readTemplate(client, template.id)).toEqual(before)
  })

  it('to a different list changes updatedAt', async () => {
    test.clock.advance({ hours: 1 })
    await setTasks(client, template.id, [{ title: 'Plan' }])
    expect(await readTemplate(client, template.id)).toMatchObject({
      createdAt: TEST_NOW,
      updatedAt: test.clock.now(),
    })
  })

  it('fifty times in parallel leaves one complete list', async () => {
    const lists = Array.from({ length: 50 }, (_, i) =>
      Array.from({ length: 20 }, () => ({ title: `List ${i}` })),
    )
    const responses = await Promise.all(lists.map(set))
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([201]))
    const now = await titles()
    expect(now).toHaveLength(20)
    expect(new Set(now).size).toBe(1)
  })

  it('while the template is being deleted leaves no tasks behind', async () => {
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => set([{ title: `List ${i}` }])),
      client.delete(`/api/templates/${template.id}`),
      ...Array.from({ length: 10 }, (_, i) => set([{ title: `List ${i}` }])),
    ])
    expect(await test.db.selectFrom('template_tasks').selectAll().execute()).toEqual([])
  })
})
