import { vi } from 'vitest'

import { changeClock, openClock } from '#web/clock/clock.ts'
import { NO_WORK, returnTime } from '#web/clock/work-clock.ts'
import { queryClient } from '#web/sync/query-client.ts'
import { TASKS_KEY } from '#web/tasks/data/task-cache.ts'

import { buildTestApp, signUp } from './build-app.ts'
import { restoreNetwork, stubNetwork } from './network.ts'
import { makeTask } from './tasks.ts'

/** Opens the clock of a page without a document. The timer of its task is paused at one minute. */
export async function openClockOf() {
  const app = await buildTestApp({ now: new Date().toISOString() })
  const person = await signUp(app)
  const task = await makeTask(person)
  const network = stubNetwork(person)
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined, querySelector: () => null })
  const begin = setInterval
  // The heartbeat would continue after these tests.
  vi.stubGlobal('setInterval', () => undefined)
  openClock('someone')
  vi.stubGlobal('setInterval', begin)
  queryClient.setQueryData(TASKS_KEY, [task])
  changeClock(() => returnTime(NO_WORK, task.id, 60, `session ${task.id}`))
  const close = async () => {
    changeClock(() => NO_WORK)
    queryClient.clear()
    restoreNetwork()
    await app.close()
  }
  return { person, network, task, serverClock: app.clock, close }
}
