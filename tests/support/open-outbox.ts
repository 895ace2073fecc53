import type { User } from '#domain/account/account.ts'

import { buildTestApp, signUp } from './build-app.ts'
import { restoreNetwork, stubNetwork } from './network.ts'
import { createOutboxBrowser } from './outbox-browser.ts'
import { makeTask } from './tasks.ts'

/** Starts an app with a user, and a browser whose network tests can cut. */
export async function openBrowser() {
  const app = await buildTestApp()
  const person = await signUp(app)
  const browser = createOutboxBrowser((await person.get('/api/auth/user')).json<User>().id)
  const network = stubNetwork(person)
  const close = async () => {
    browser.close()
    restoreNetwork()
    await app.close()
  }
  return { app, person, browser, network, close }
}

/** Opens a browser with a page that shows one task. */
export async function openOutbox() {
  const opened = await openBrowser()
  const task = await makeTask(opened.person, { title: 'Before' })
  return { ...opened, task, page: await opened.browser.openPage([task]) }
}
