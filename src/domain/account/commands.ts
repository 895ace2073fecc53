import { defineCommand } from '../command.ts'
import type { Settings, SettingsChange } from './settings.ts'

/** The settings of a user who has changed none. */
export const DEFAULT_SETTINGS: Settings = {
  hidesBanner: false,
  hidesSteps: false,
  doneSteps: [],
  sampleTasks: [],
  hoursPerWeekday: [6, 6, 6, 6, 6, 2, 2],
  dayStartsAt: '09:00',
  dismissedSlack: [],
  putOffPlans: [],
  movedUpSeen: [],
  awayPanelAt: null,
  away: null,
}

/** Changes settings and returns all of them. */
export const changeSettings = defineCommand({
  name: 'account.changeSettings',
  needs: (_change: SettingsChange) => null,
  rule: (settings: Settings, change) => ({ ...settings, ...change }),
})

/** All commands of the slice. */
export const accountCommands = [changeSettings]
