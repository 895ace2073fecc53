import { z } from 'zod'

import { FIRST_STEPS } from './first-steps.ts'
import { SETTINGS_TASKS_MAX } from '../limits.ts'

const awaySchema = z.object({
  since: z.iso.datetime().describe('When the user last used Tenfold, in any browser, before being away.'),
  until: z.iso.datetime().describe('When the user first used Tenfold after being away.'),
  askedOn: z.iso
    .date()
    .nullable()
    .describe('The local date when the user was asked about overdue tasks; null if not yet asked.'),
})

/** An absence of three days or more, and the day when the user was asked about overdue tasks. */
export type Away = z.output<typeof awaySchema>

/** Returns the schema of a list of tasks, each with one more field. */
function tasksWith<Field extends z.ZodRawShape>(field: Field) {
  return z.array(z.object({ taskId: z.int(), ...field })).max(SETTINGS_TASKS_MAX)
}

/** The user's preferences, which are the same in every browser. */
export const settingsSchema = z
  .object({
    hidesBanner: z.boolean(),
    hidesSteps: z.boolean(),
    doneSteps: z.array(z.enum(FIRST_STEPS)).max(FIRST_STEPS.length),
    sampleTasks: z.array(z.int()),
    hoursPerWeekday: z.array(z.number().min(0).max(24).multipleOf(0.25)).length(7),
    dayStartsAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Use a time such as 09:00.' }),
    dismissedSlack: tasksWith({ until: z.iso.datetime() }),
    putOffPlans: tasksWith({ until: z.iso.date() }),
    movedUpSeen: tasksWith({ at: z.iso.datetime() }),
    awayPanelAt: z.iso.datetime().nullable(),
    away: awaySchema.nullable(),
  })
  .meta({ id: 'Settings' })

export type Settings = z.output<typeof settingsSchema>

/**
 * The body of `PATCH /api/settings`. A missing field keeps its value. A list of tasks or steps keeps its other entries.
 * `null` removes a task's entry.
 */
export const settingsChangeSchema = settingsSchema
  .omit({ sampleTasks: true })
  .extend({
    dismissedSlack: tasksWith({ until: z.iso.datetime().nullable() }),
    putOffPlans: tasksWith({ until: z.iso.date().nullable() }),
  })
  .partial()
  .meta({ id: 'SettingsChange' })

export type SettingsChange = z.output<typeof settingsChangeSchema>
