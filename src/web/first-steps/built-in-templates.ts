import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

/** A task, its level, its estimate, and when it is due, in days from the start of the project. */
type Entry = readonly [title: string, priority: Level, estimatedTime: string, dueDay: number]

export type BuiltInTemplate = { name: string; tasks: readonly Entry[] }

export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  {
    name: 'Product launch',
    tasks: [
      ['Agree on the launch date', 1, '1 hour', 2],
      ['Write the announcement', 2, '3 hours', 7],
      ['Set the price', 2, '2 hours', 5],
      ['Record a demo video', 3, '4 hours', 12],
      ['Prepare the landing page', 3, '6 hours', 10],
      ['Test the sign-up with five people', 4, '3 hours', 14],
      ['Brief the support team', 5, '1 hour', 18],
      ['Publish the announcement', 5, '1 hour', 21],
      ['Collect feedback', 6, '2 hours', 28],
    ],
  },
  {
    name: 'Move house',
    tasks: [
      ['Give notice on the old place', 1, '30 minutes', 2],
      ['Sign the new lease', 1, '1 hour', 3],
      ['Book a moving company', 2, '1 hour', 7],
      ['Transfer internet service', 3, '30 minutes', 10],
      ['Transfer electricity and gas', 3, '30 minutes', 14],
      ['Update your address at the bank', 4, '30 minutes', 21],
      ['Forward the mail', 4, '20 minutes', 21],
      ['Decide what to give away', 5, '4 hours', 18],
      ['Get boxes and tape', 5, '1 hour', 20],
      ['Pack the books', 6, '3 hours', 26],
      ['Pack the kitchen', 6, '4 hours', 28],
      ['Clean the old place', 6, '5 hours', 30],
      ['Hand over the keys', 5, '1 hour', 31],
      ['Invite the new neighbors', 8, '2 hours', 45],
    ],
  },
  {
    name: 'Weekly review',
    tasks: [
      ['Empty the inbox', 3, '45 minutes', 0],
      ['Check the calendar for the next two weeks', 3, '20 minutes', 0],
      ['Go through the waiting tasks', 4, '30 minutes', 0],
      ['Choose three goals for the week', 2, '30 minutes', 0],
      ['Delete what no longer matters', 6, '15 minutes', 0],
      ['Note what went well', 7, '15 minutes', 0],
    ],
  },
]

export function projectDrafts({ name, tasks }: BuiltInTemplate, start: Temporal.PlainDate): TaskDraftInput[] {
  return tasks.map(([title, priority, estimatedTime, dueDay]) => ({
    title,
    priority,
    estimatedTime,
    category: CATEGORY_PROJECT,
    projectName: name,
    dueDate: start.add({ days: dueDay }).toString(),
  }))
}
