import { z } from 'zod'

import { text } from '../text-schema.ts'
import { taskSchema } from '../tasks/task.ts'
import { EXCERPT_FIELDS } from './excerpt.ts'

export const QUERY_LENGTH_MAX = 200

/** The maximum number of open tasks in a response, and also of completed tasks. */
export const HITS_MAX = 20

/** The query of `GET /api/search`. */
export const searchParamsSchema = z.object({
  q: text(QUERY_LENGTH_MAX, 'Query').meta({
    description:
      'The words to search for. Case, diacritics and punctuation are ignored, and each word can be the beginning of a longer one.',
    maxLength: QUERY_LENGTH_MAX,
    examples: ['rep figures'],
  }),
})

const matchesSchema = z
  .array(
    z.object({
      start: z.int().min(0).describe('The index of the first UTF-16 code unit.'),
      end: z.int().min(1).describe('The index after the last UTF-16 code unit.'),
    }),
  )
  .describe('The ranges to highlight, in order.')

/** A found task, without its long texts. */
export const searchHitSchema = taskSchema
  .pick({
    id: true,
    title: true,
    priority: true,
    category: true,
    projectName: true,
    completed: true,
    completedAt: true,
  })
  .extend({
    titleMatches: matchesSchema,
    excerpt: z
      .object({
        field: z.enum(EXCERPT_FIELDS).describe('The field that the text is from.'),
        text: z.string().describe('One line around the first match, with `…` where it was cut.'),
        matches: matchesSchema,
      })
      .nullable()
      .describe('Where the words missing from the title were found. `null` if the title has them all.'),
  })
  .meta({ id: 'SearchHit' })

export type SearchHit = z.output<typeof searchHitSchema>
