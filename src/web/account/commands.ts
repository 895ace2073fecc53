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
    const now = currentSettings()
    const isOwn = (field: keyof SettingsChange) =>
      JSON.stringify(now[field]) === JSON.stringify(change[field])
    // A setting that another device has changed since stays.
    const fields = (Object.keys(change) as (keyof SettingsChange)[]).filter(isOwn)
    const old = Object.fromEntries(fields.map((field) => [field, before[field]]))
    if (fields.length > 0) await run(changeSettings, old)
  },
  failure: () => words.settingsNotSaved,
})
