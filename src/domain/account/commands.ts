import { defineCommand } from '../command.ts'
import { SETTINGS_TASKS_MAX } from '../limits.ts'
import type { Settings, SettingsChange } from './settings.ts'

/** The settings of a user who hasn't changed any. */
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

type TaskEntry = { taskId: number; until?: string | null }

/** Changes settings and returns all of them. Merges lists, so that devices keep each other's entries. */
export const changeSettings = defineCommand({
  name: 'account.changeSettings',
  needs: (_change: SettingsChange) => null,
  rule: (
    settings: Settings,
    { hoursPerWeekday, dismissedSlack, putOffPlans, movedUpSeen, ...change },
  ): Settings => ({
    ...settings,
    ...change,
    doneSteps: [...new Set([...settings.doneSteps, ...(change.doneSteps ?? [])])],
    hoursPerWeekday: settings.hoursPerWeekday.map((hours, day) => hoursPerWeekday?.[day] ?? hours),
    dismissedSlack: merge(settings.dismissedSlack, dismissedSlack),
    putOffPlans: merge(settings.putOffPlans, putOffPlans),
    movedUpSeen: merge(settings.movedUpSeen, movedUpSeen),
  }),
})

/** Replaces existing entries of the changed tasks, and drops the oldest entries beyond the limit. */
function merge<T extends TaskEntry>(list: readonly T[], changed: readonly TaskEntry[] = []): T[] {
  const others = list.filter(({ taskId }) => !changed.some((one) => one.taskId === taskId))
  const added = changed.filter(({ until }) => until !== null) as T[]
  return [...others, ...added].slice(-SETTINGS_TASKS_MAX)
}
