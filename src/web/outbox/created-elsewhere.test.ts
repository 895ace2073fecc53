import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openOutbox } from '#tests/support/open-outbox.ts'
import type { OutboxPage } from '#tests/support/outbox-browser.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { makeTemplate, setTasks } from '#tests/support/templates.ts'
import { until } from '#tests/support/until.ts'

import { addSamples } from '../first-steps/commands.ts'
import { createTasks } from '../quick-add/commands.ts'
import { changeTask, deleteTask } from '../tasks/data/commands.ts'
import { instantiateTemplate } from '../templates/commands.ts'

let person: Client
let network: Network
let page: OutboxPage
let close: () => Promise<void>
beforeEach(async () => {
  ;({ person, network, page, close } = await openOutbox())
})
afterEach(() => close())

const TASKS = [{ title: 'Review', priority: 2 as const }, { title: 'Build' }, { title: 'Review' }]

/** Commands that create the tasks `TASKS`. */
const creations: [string, () => Promise<void>][] = [
  ['createTasks', async () => page.run(createTasks, { tasks: TASKS })],
  ['addSamples', async () => page.run(addSamples, { tasks: TASKS })],
  [
    'instantiateTemplate',
    async () => {
      const { id, tasks } = await makeTemplate(person, {}, TASKS)
      page.run(instantiateTemplate, { id, wanted: { projectName: 'Bridge' }, tasks })
    },
  ],
]

type Named = Pick<Task, 'id' | 'title' | 'priority'>
const isFirst = ({ title, priority }: Named) => title === 'Review' && priority === 2
const isBuild = ({ title }: Named) => title === 'Build'

function find<T extends Named>(list: readonly T[], isWanted: (task: Named) => boolean): T {
  const found = list.find(isWanted)
  if (!found) throw new Error('There is no such task.')
  return found
}

/** Loses the response to the creation, and then the connection. */
async function createLost(create: () => Promise<void>): Promise<void> {
  network.state = 'lost'
  await create()
  await untilWaiting(1)
  network.state = 'cut'
}

const untilWaiting = (count: number) => until(() => expect(page.waiting()).toBe(count))
const stored = async () => (await readTasks(person)).filter(({ title }) => title !== 'Before')
const note = (task: ShortTask) => page.run(changeTask, { task, patch: { notes: 'Call first' } })

async function sendAll(): Promise<void> {
  network.state = 'works'
  await page.outbox.retry()
  await until(() => expect(page.calls.get()).toEqual([]))
}

it.each(creations)(
  '%s: rejects a change to a new task that another device deleted, and keeps the others',
  async (_, create) => {
    await createLost(create)
    note(find(page.shown(), isFirst))
    await untilWaiting(2)
    const { id } = find(await stored(), isFirst)
    await person.delete(`/api/tasks/${id}`)
    await sendAll()
    expect(page.rejected).toMatchObject([{ name: changeTask.name, input: { task: { id } } }])
    expect((await stored()).map(({ title, notes }) => [title, notes])).toEqual([
      ['Build', null],
      ['Review', null],
    ])
  },
)

it.each(creations)('%s: deletes no other task than the deleted one', async (_, create) => {
  await createLost(create)
  page.run(deleteTask, find(page.shown(), isFirst))
  await untilWaiting(2)
  await person.delete(`/api/tasks/${find(await stored(), isFirst).id}`)
  await sendAll()
  expect((await stored()).map(({ title }) => title)).toEqual(['Build', 'Review'])
  expect(page.rejected).toEqual([])
})

it.each(creations)('%s: changes a new task that another device renamed', async (_, create) => {
  await createLost(create)
  note(find(page.shown(), isBuild))
  await untilWaiting(2)
  const { id } = find(await stored(), isBuild)
  await person.patch(`/api/tasks/${id}`, { title: 'Build the pier' })
  await sendAll()
  expect(page.rejected).toEqual([])
  expect(find(await stored(), (task) => task.id === id)).toMatchObject({
    title: 'Build the pier',
    notes: 'Call first',
  })
})

it('changes the task that replaced a renamed one in a template of the same length', async () => {
  const { id, tasks } = await makeTemplate(person, {}, TASKS)
  network.state = 'cut'
  page.run(instantiateTemplate, { id, wanted: { projectName: 'Bridge' }, tasks })
  await untilWaiting(1)
  note(find(page.shown(), isBuild))
  await untilWaiting(2)
  await setTasks(person, id, [{ title: 'Review' }, { title: 'Review' }, { title: 'Build the pier' }])
  await sendAll()
  expect((await stored()).map(({ title, notes }) => [title, notes])).toEqual([
    ['Review', null],
    ['Review', null],
    ['Build the pier', 'Call first'],
  ])
})
