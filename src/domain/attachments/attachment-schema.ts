import { z } from 'zod'

/** A stored file of a task, as the API returns it. */
export const attachmentSchema = z
  .object({
    name: z.string().describe("Unique within the task. Also listed in the task's `attachments`."),
    size: z.int().min(0).describe('Bytes.'),
    type: z.string().describe('A media type that matches the bytes.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Attachment' })

export type Attachment = z.output<typeof attachmentSchema>
