import { expect, it } from 'vitest'

import { openOutbox } from '#tests/support/open-outbox.ts'
import { until } from '#tests/support/until.ts'

import { formToDraft, newTaskForm } from '#domain/tasks/task-form.ts'

import { createTask, findPending } from './create-task.ts'

it('tells after a reload whether a pending creation is for the same task as the restored form', async () => {
  const { browser, network, page, close } = await openOutbox()
  const draftOf = (title: string, ...files: string[]) => formToDraft({ ...newTaskForm(), title }, files)
  network.state = 'cut'
  page.run(createTask, draftOf('First', 'Plan.pdf'), { key: 'abcdefabcdef' })
  await until(() => expect(page.waiting()).toBe(1))
  page.close()
  const next = await browser.openPage([])
  expect(findPending(next.calls.get(), 'abcdefabcdef', draftOf('First'))).toBe('same')
  expect(findPending(next.calls.get(), 'abcdefabcdef', draftOf('Second'))).toBe('other')
  expect(findPending(next.calls.get(), 'fedcbafedcba', draftOf('First'))).toBeNull()
  await close()
})
