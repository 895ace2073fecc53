import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Settings, SettingsChange } from '#domain/account/settings.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'

import { queryClient } from '../sync/query-client.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { changeSettings } from './commands.ts'
import { settingsQuery } from './settings.ts'

let app: TestApp
let person: Client
beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFrom(person, path, init))
})
afterEach(async () => {
  queryClient.clear()
  vi.unstubAllGlobals()
  await app.close()
})

/** Reads the settings as live updates do. */
const read = async () => {
  const settings = (await person.get('/api/settings')).json<Settings>()
  return queryClient.setQueryData(settingsQuery.queryKey, settings)
}

it('undo of a change to settings restores those that no other device has changed since', async () => {
  const before = await read()
  const change: SettingsChange = { dayStartsAt: '07:00', hoursPerWeekday: [4, 4, 4, 4, 4, 0, 0] }
  const { undo } = await runAndWait(changeSettings, change)
  await person.patch('/api/settings', { dayStartsAt: '10:00' })
  await read()
  await undo()
  expect(await read()).toEqual({ ...before, dayStartsAt: '10:00' })
})

it('undo of a change to one setting that another device has changed since does nothing', async () => {
  await read()
  const { undo } = await runAndWait(changeSettings, { dayStartsAt: '07:00' })
  await person.patch('/api/settings', { dayStartsAt: '10:00' })
  const there = await read()
  await undo()
  expect(await read()).toEqual(there)
})

it('two devices change and undo the hours of different weekdays', async () => {
  await read()
  const { undo } = await runAndWait(changeSettings, {
    hoursPerWeekday: [8, 7, null, null, null, null, null],
  })
  await person.patch('/api/settings', { hoursPerWeekday: [null, 5, null, null, null, null, 0] })
  expect((await read())?.hoursPerWeekday).toEqual([8, 5, 6, 6, 6, 2, 0])
  await undo()
  expect((await read())?.hoursPerWeekday).toEqual([6, 5, 6, 6, 6, 2, 0])
})
