import { z } from 'zod'

import { categoryNameSchema } from '../categories/new-category.ts'
import { notFound } from '../error.ts'
import { LEVELS } from '../tasks/priority.ts'
import { idTextSchema } from '../tasks/task.ts'
import { limitText, text } from '../text-schema.ts'
import { TRASH_KINDS, type TrashKind, type TrashRef } from './trash.ts'

export const TRASH_PAGE_MAX = 100
const TRASH_PAGE_DEFAULT = 50
const SEARCH_LENGTH_MAX = 200

export const trashItemSchema = z
  .object({
    kind: z.enum(TRASH_KINDS),
    id: z
      .union([z.int(), z.string()])
      .describe('The id of the task or template, or the name of the category.'),
    title: z.string().describe('The title of the task, or the name of the template or category.'),
    level: z.literal(LEVELS).nullable().describe('The level of the task. `null` for other kinds.'),
    tasks: z
      .int()
      .min(0)
      .describe(
        'For a template, the number of its tasks. For a category, the number of tasks that use it. 0 for a task.',
      ),
    files: z.int().min(0).describe('The number of files attached to the task.'),
    dependents: z.int().min(0).describe('The number of tasks that depended on the task.'),
    deletedAt: z.iso.datetime(),
  })
  .meta({ id: 'TrashItem' })

export type TrashItem = z.output<typeof trashItemSchema>

const count = z.int().min(0)

export const trashPageSchema = z
  .object({
    items: z.array(trashItemSchema),
    next: z
      .string()
      .nullable()
      .describe('The value to send as `after` to get the next page. `null` on the last page.'),
    totals: z
      .object({ task: count, template: count, category: count, files: count })
      .describe('The totals for the whole trash, regardless of the filters.'),
    asOf: z.iso
      .datetime()
      .describe('When this list was read. Send this time as `until` to keep items that were deleted later.'),
  })
  .meta({ id: 'TrashPage' })

export type TrashPage = z.output<typeof trashPageSchema>

const AFTER_MESSAGE = 'Must be the `next` value of an earlier page.'

/** The query of `GET /api/trash`. */
export const trashFilterSchema = z.object({
  kind: z
    .enum(TRASH_KINDS, { error: `Kind must be one of ${TRASH_KINDS.join(', ')}.` })
    .optional()
    .describe('Only items of this kind.'),
  search: text(SEARCH_LENGTH_MAX, 'Search')
    .optional()
    .describe('Only items whose title contains this text. Ignores case, and accents if the text has none.'),
  limit: limitText(TRASH_PAGE_MAX)
    .default(TRASH_PAGE_DEFAULT)
    .describe(`The maximum number of items, from 1 to ${TRASH_PAGE_MAX}.`),
  after: z
    .string({ error: AFTER_MESSAGE })
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (task|template|category) /, { error: AFTER_MESSAGE })
    .max(100, { error: AFTER_MESSAGE })
    .optional()
    .describe('The `next` value of the previous page.'),
})

export type TrashFilter = z.output<typeof trashFilterSchema>

const UNTIL_MESSAGE = 'Must be an ISO 8601 instant in UTC, such as 2026-11-19T00:00:00.000Z.'

/** The query of `DELETE /api/trash`. */
export const emptyTrashSchema = z.object({
  until: z.iso
    .datetime({ precision: 3, error: UNTIL_MESSAGE })
    // PostgreSQL has no year 0.
    .refine((until) => until >= '0001', { error: UNTIL_MESSAGE })
    .optional()
    .describe('Keeps items deleted after this instant, such as the `asOf` value of the list you read.'),
})

export const trashParams = z.object({
  kind: z.enum(TRASH_KINDS).describe('The kind of the item.'),
  id: z.string().meta({
    description: 'The id of the task or template, or the percent-encoded name of the category.',
    maxLength: 30,
  }),
})

/**
 * Returns the item that a path refers to.
 * @throws TenfoldError `not_found` for an id that can't exist
 */
export function pathToRef({ kind, id }: { kind: TrashKind; id: string }): TrashRef {
  const schema = kind === 'category' ? categoryNameSchema : idTextSchema()
  const parsed = schema.safeParse(id)
  if (!parsed.success) throw notFound()
  return { kind, id: parsed.data }
}

/** Returns the cursor of an item, for `next`. */
export function cursorOf({ deletedAt, kind, id }: TrashRef & { deletedAt: string }): string {
  return `${deletedAt} ${kind} ${id}`
}

export function parseCursor(cursor: string): TrashRef & { deletedAt: string } {
  const [deletedAt = '', kind = '', ...rest] = cursor.split(' ')
  const id = rest.join(' ')
  return { deletedAt, kind: kind as TrashKind, id: kind === 'category' ? id : Number(id) }
}
