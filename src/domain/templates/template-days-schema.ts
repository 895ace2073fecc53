import { z } from 'zod'

import { TEMPLATE_DAYS_MAX } from './template-days.ts'

const DAY_MESSAGE = `Must be a whole number of days from -${TEMPLATE_DAYS_MAX} to ${TEMPLATE_DAYS_MAX}.`
const daySchema = z
  .int({ error: DAY_MESSAGE })
  .min(-TEMPLATE_DAYS_MAX, { error: DAY_MESSAGE })
  .max(TEMPLATE_DAYS_MAX, { error: DAY_MESSAGE })
  .nullable()
  .default(null)

export const templateDaysShape = { startDay: daySchema, endDay: daySchema, dueDay: daySchema }

const START_MESSAGE = 'Project start must be a date, such as 2026-12-01.'
const START_MIN = '1900-01-01'
const START_MAX = '9800-12-31'

/**
 * The start day of a project, as `YYYY-MM-DD`. The day is far enough from the ends of the calendar that every day of a
 * project has a date.
 */
export const projectStartSchema = z.iso
  .date({ error: START_MESSAGE, abort: true })
  .refine((day) => day >= START_MIN && day <= START_MAX, { error: START_MESSAGE })
  .nullable()
  .default(null)
