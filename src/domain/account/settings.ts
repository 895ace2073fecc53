import { z } from 'zod'

import { FIRST_STEPS } from './first-steps.ts'
import { SETTINGS_TASKS_MAX } from '../limits.ts'

const time = z.iso.datetime('Use a UTC time such as 2026-11-20T10:00:00Z.')
const date = z.iso.date('Use a date such as 2026-11-20.')
const HOURS = 'Use hours from 0 to 24, in steps of 0.25.'
const hours = z.number().min(0, HOURS).max(24, HOURS).multipleOf(0.25, HOURS)
const SEVEN = 'List seven numbers, from Monday to Sunday.'
const TOO_MANY = `List at most ${SETTINGS_TASKS_MAX} tasks.`

const awaySchema = z.object({
  since: time.describe('When the user last used Tenfold, in any browser, before being away.'),
  until: time.describe('When the user first used Tenfold after being away.'),
  askedOn: date
    .nullable()
    .describe('The local day on which the user was asked about overdue tasks; null until then.'),
})

/** An absence of three days or more, and the day when the user was asked about overdue tasks. */
export type Away = z.output<typeof awaySchema>

/** Returns the schema of a list of tasks, each with one more field. */
function tasksWith<Field extends z.ZodRawShape>(field: Field) {
  return z.array(z.object({ taskId: z.int(), ...field })).max(SETTINGS_TASKS_MAX, TOO_MANY)
}

/** The user's preferences, which are the same in every browser. */
export const settingsSchema = z
  .object({
    hidesBanner: z.boolean(),
    hidesSteps: z.boolean(),
    doneSteps: z.array(z.enum(FIRST_STEPS, `Use one of ${FIRST_STEPS.join(', ')}.`)).max(FIRST_STEPS.length),
    sampleTasks: z.array(z.int()),
    hoursPerWeekday: z.array(hours).length(7, SEVEN),
    dayStartsAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Use a time such as 09:00.' }),
    dismissedSlack: tasksWith({ until: time }),
    putOffPlans: tasksWith({ until: date }),
    movedUpSeen: tasksWith({ at: time }),
    awayPanelAt: time.nullable(),
    away: awaySchema.nullable(),
  })
  .meta({ id: 'Settings' })

export type Settings = z.output<typeof settingsSchema>

/**
 * The body of `PATCH /api/settings`. A missing field keeps its value. Lists of tasks or steps keep the entries that
 * aren't sent. `null` removes a task's entry, and keeps a weekday's hours.
 */
export const settingsChangeSchema = settingsSchema
  .omit({ sampleTasks: true })
  .extend({
    hoursPerWeekday: z.array(hours.nullable()).length(7, SEVEN),
    dismissedSlack: tasksWith({ until: time.nullable() }),
    putOffPlans: tasksWith({ until: date.nullable() }),
  })
  .partial()
  .meta({ id: 'SettingsChange' })

export type SettingsChange = z.output<typeof settingsChangeSchema>
