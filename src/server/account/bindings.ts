import { changeSettings } from '#domain/account/commands.ts'

import type { Bind } from '../run/bind.ts'
import { settingsCalls } from './calls.ts'
import { findSettings, saveSettings } from './store.ts'

export function bindAccount(bind: Bind): void {
  bind(changeSettings, {
    method: 'PATCH',
    path: '/api/settings',
    schema: settingsCalls.changeSettings,
    input: ({ body }) => body,
    body: (input) => input,
    read: (db, { userId }) => findSettings(db, userId),
    write: async (db, { userId }, settings) => {
      await saveSettings(db, userId, settings)
      return settings
    },
    replay: (db, { userId }) => findSettings(db, userId),
    answer: (settings) => settings,
  })
}
