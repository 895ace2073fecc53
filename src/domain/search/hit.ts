import { z } from 'zod'

import { text } from '../text-schema.ts'
import { taskSchema } from '../tasks/task.ts'
import { EXCERPT_FIELDS } from './excerpt.ts'

export const QUERY_LENGTH_MAX = 200

/** The maximum number of open tasks in a response, and also of completed tasks. */
export const HITS_MAX = 20

export const searchParamsSchema = z.object({
  q: text(QUERY_LENGTH_MAX, 'Query').meta({
    description:
      'The words to search for. Case and punctuation are ignored. Accents matter only if the query contains them. Each word also matches longer words that start with it.',
    maxLength: QUERY_LENGTH_MAX,
    examples: ['rep figures'],
  }),
})

const matchesSchema = z
  .array(
    z.object({
      start: z.int().min(0).describe('The index of the first matching UTF-16 code unit.'),
      end: z.int().min(1).describe('The index right after the last matching UTF-16 code unit.'),
    }),
  )
  .describe('The ranges to highlight, in order.')

/** A search result: a task without its long text. */
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
        field: z.enum(EXCERPT_FIELDS).describe('The field that the excerpt is taken from.'),
        text: z
          .string()
          .describe('One line of text around the first match, with `…` where text is left out.'),
        matches: matchesSchema,
      })
      .nullable()
      .describe(
        'An excerpt from another field, for words that are missing from the title. `null` if the title contains all words.',
      ),
  })
  .meta({ id: 'SearchHit' })

export type SearchHit = z.output<typeof searchHitSchema>
