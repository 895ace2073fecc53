import { z } from 'zod'

/** How often a recurring task comes back, in the words the person chooses from. */
export const RECURRENCE_FREQUENCIES = [
  'Daily',
  'Weekly',
  'Bi-weekly',
  'Monthly',
  'Quarterly',
  'Yearly',
] as const

export const recurrenceFrequencySchema = z.enum(RECURRENCE_FREQUENCIES, {
  error: `Frequency must be one of ${RECURRENCE_FREQUENCIES.join(', ')}.`,
})

export type RecurrenceFrequency = z.infer<typeof recurrenceFrequencySchema>
