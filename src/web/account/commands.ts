import * as definitions from '#domain/account/commands.ts'
import type { Settings, SettingsChange } from '#domain/account/settings.ts'

import { defineClientCommand } from '../sync/runner/command.ts'
import { currentSettings, settingsQuery } from './settings.ts'
import * as words from './words-of-page.ts'

export const changeSettings = defineClientCommand({
  name: definitions.changeSettings.name,
  scopes: (_change: SettingsChange) => ['settings'],
  request: (change) => ({ method: 'PATCH', path: '/api/settings', body: change }),
  overlay: {
    queryKey: settingsQuery.queryKey,
    apply: (settings: Settings, change, present) =>
      definitions.changeSettings.rule(settings, change, { ...present, userId: '' }),
  },
  remember: currentSettings,
  settle: (client, { body }: { body: Settings }) => {
    client.setQueryData(settingsQuery.queryKey, body)
  },
  inverse: (_client, change, before) => async (run) => {
    const { hoursPerWeekday, ...others } = change
    const now = currentSettings()
    const isOwn = (field: keyof typeof others) => JSON.stringify(now[field]) === JSON.stringify(others[field])
    const isOwnDay = (day: number) => now.hoursPerWeekday[day] === hoursPerWeekday?.[day]
    // A setting that another device has changed since stays.
    const fields = (Object.keys(others) as (keyof typeof others)[]).filter(isOwn)
    const hours = before.hoursPerWeekday.map((old, day) => (isOwnDay(day) ? old : null))
    const old: SettingsChange = Object.fromEntries(fields.map((field) => [field, before[field]]))
    if (hours.some((one) => one !== null)) old.hoursPerWeekday = hours
    if (Object.keys(old).length > 0) await run(changeSettings, old)
  },
  failure: () => words.settingsNotSaved,
})
