import { z } from 'zod'

/** A stored file of a task, as the API returns it. */
export const attachmentSchema = z
  .object({
    name: z
      .string()
      .describe('The file name, unique within the task. Also listed in the task’s `attachments`.'),
    size: z.int().min(0).describe('The size in bytes.'),
    type: z.string().describe('The media type that was detected from the contents and the name.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Attachment' })

export type Attachment = z.output<typeof attachmentSchema>
