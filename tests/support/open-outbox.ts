import type { User } from '#domain/account/account.ts'

import { buildTestApp, signUp } from './build-app.ts'
import { restoreNetwork, stubNetwork } from './network.ts'
import { createOutboxBrowser } from './outbox-browser.ts'
import { makeTask } from './tasks.ts'

/** Starts an app with a user, and opens a page with one task over a network that tests can cut. */
export async function openOutbox() {
  const app = await buildTestApp()
  const person = await signUp(app)
  const browser = createOutboxBrowser((await person.get('/api/auth/user')).json<User>().id)
  const network = stubNetwork(person)
  const task = await makeTask(person, { title: 'Before' })
  const page = await browser.openPage([task])
  const close = async () => {
    browser.close()
    restoreNetwork()
    await app.close()
  }
  return { person, browser, network, task, page, close }
}
