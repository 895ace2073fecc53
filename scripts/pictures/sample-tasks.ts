import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

/** A task in the screenshots. `after` lists the titles of the tasks that it depends on. */
export type SampleTask = Partial<TaskDraftInput> & {
  title: string
  after?: readonly string[]
  files?: readonly string[]
}

/** The time in the screenshots: a Thursday morning. */
export const NOW = '2026-11-19T09:30:00+01:00'

/** The task on the work canvas. */
export const IN_WORK = 'Redline the Halvorsen supply contract'

const MINUTE = 60
const HOUR = 60 * MINUTE
const PROJECT = { category: 'Project', projectName: 'Billing migration' }

export const SAMPLE_TASKS: readonly SampleTask[] = [
  {
    title: IN_WORK,
    description: 'Clauses 4 and 9 are open. Legal needs the redline by 5 PM.',
    priority: 1,
    category: 'Deadline',
    dueDate: '2026-11-19',
    startDate: '2026-11-17',
    endDate: '2026-11-19',
    progress: 60,
    estimatedTime: '3 hours',
    elapsedTime: 2 * HOUR - 2 * MINUTE,
    clearGoals: 'A version that Legal can sign today.',
    notes: '4.2: payment in 30 days, they offer 21.\n9.1: cap liability at the yearly fee.',
    nextSteps: 'Send to Ana, then book the call.',
    files: ['halvorsen-v3.pdf', 'comments-legal.docx', 'pricing.xlsx'],
  },
  {
    ...PROJECT,
    title: 'Fix duplicate invoices before the month-end run',
    priority: 1,
    dueDate: '2026-11-17',
    startDate: '2026-11-16',
    endDate: '2026-11-20',
    progress: 80,
    estimatedTime: '2 hours 45 minutes',
    elapsedTime: 2 * HOUR + 41 * MINUTE,
    files: ['duplicates.csv'],
  },
  {
    title: 'Board memo: third-quarter results',
    priority: 2,
    category: 'Deadline',
    dueDate: '2026-11-20',
    startDate: '2026-11-18',
    endDate: '2026-11-20',
    progress: 35,
    estimatedTime: '4 hours',
    elapsedTime: HOUR + 20 * MINUTE,
    files: ['q3-figures.xlsx', 'memo-draft.docx'],
  },
  {
    title: 'Call Dr. Okafor about test results',
    priority: 2,
    category: 'Appointment',
    dueDate: '2026-11-19',
  },
  {
    title: 'Interview panel: staff designer',
    priority: 2,
    category: 'Meeting',
    dueDate: '2026-11-21',
    estimatedTime: '45 minutes',
    elapsedTime: 38 * MINUTE + 20,
  },
  { title: 'Renew the security certificate', priority: 2, category: 'Reminder', dueDate: '2026-11-27' },
  {
    title: 'Confirm venue deposit with Aldersgate Hall',
    priority: 3,
    category: 'Appointment',
    dueDate: '2026-11-20',
    estimatedTime: '45 minutes',
    elapsedTime: 25 * MINUTE + 10,
  },
  {
    ...PROJECT,
    title: 'Write the migration runbook',
    priority: 3,
    dueDate: '2026-11-24',
    startDate: '2026-11-19',
    endDate: '2026-11-23',
    progress: 20,
    estimatedTime: '6 hours',
    elapsedTime: HOUR + 5 * MINUTE,
  },
  {
    ...PROJECT,
    title: 'Reconcile October balances',
    priority: 3,
    startDate: '2026-11-17',
    endDate: '2026-11-20',
    progress: 50,
  },
  {
    ...PROJECT,
    title: 'Dry run on the staging ledger',
    priority: 4,
    startDate: '2026-11-24',
    endDate: '2026-11-26',
    after: ['Write the migration runbook', 'Reconcile October balances'],
  },
  {
    title: 'Weekly review',
    priority: 4,
    category: 'Meeting',
    dueDate: '2026-11-20',
    isRecurring: true,
    recurrenceFrequency: 'Weekly',
  },
  {
    ...PROJECT,
    title: 'Train the support team',
    priority: 5,
    startDate: '2026-11-23',
    endDate: '2026-11-25',
    after: ['Write the migration runbook'],
  },
  { title: 'Compare travel insurance', priority: 5, category: 'Task', estimatedTime: '1 hour' },
  {
    ...PROJECT,
    title: 'Switch over billing',
    priority: 5,
    startDate: '2026-11-27',
    endDate: '2026-11-28',
    dueDate: '2026-11-28',
    after: ['Dry run on the staging ledger', 'Train the support team'],
  },
  { title: 'Book the winter tires', priority: 7, category: 'Reminder', dueDate: '2026-11-30' },
  { title: 'Sort the photo archive', priority: 7, category: 'Task' },
  { title: 'Read the accessibility report', priority: 7, category: 'Task' },
  {
    title: 'Plan the garden shed',
    priority: 7,
    category: 'Task',
    startDate: '2026-11-21',
    endDate: '2026-11-24',
  },
  { title: 'Return library books', priority: 9, category: 'Reminder' },
  { title: 'Try the new espresso beans', priority: 9, category: 'Task' },
  { title: 'Clean up old bookmarks', priority: 10, category: 'Task' },
]
