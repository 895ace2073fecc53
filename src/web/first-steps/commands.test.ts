import { afterEach, beforeEach, expect, it } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { restoreNetwork, stubNetwork } from '#tests/support/network.ts'

import { settingsQuery } from '../account/settings.ts'
import { queryClient } from '../sync/query-client.ts'
import { noteDone } from './commands.ts'

let app: TestApp
let person: Client

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  stubNetwork(person)
})
afterEach(async () => {
  queryClient.clear()
  restoreNetwork()
  await app.close()
})

it('keeps a step that another device has completed in the meantime', async () => {
  await queryClient.fetchQuery(settingsQuery)
  await person.patch('/api/settings', { doneSteps: ['samples'] })
  await noteDone('task')
  expect((await person.get('/api/settings')).json()).toMatchObject({ doneSteps: ['samples', 'task'] })
})
