import { z } from 'zod'

/** The response to `DELETE /api/samples`. */
export const removedSamplesSchema = z.object({ removed: z.array(z.int()) }).meta({ id: 'RemovedSamples' })

export type RemovedSamples = z.output<typeof removedSamplesSchema>
