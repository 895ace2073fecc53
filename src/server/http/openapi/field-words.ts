import { DRAFT_FIELD_NAMES, type DraftField, TASK_FIELDS } from '#domain/tasks/task-fields.ts'

/** The descriptions of a schema's fields, by path. */
export type Words = Readonly<Record<string, string>>

const LONG_TEXT = 'Not trimmed. An empty string is stored as `null`.'

const TASK = Object.fromEntries(
  DRAFT_FIELD_NAMES.map((field) => [field, TASK_FIELDS[field].words]),
) as Record<DraftField, string>

const DAY = 'in days from the project start, which is day 0.'

const VERSION =
  'The task’s version when you last read it. If the version no longer matches, the whole request fails with 412.'

const MOVES: Words = {
  moves:
    'The moves that the user saw and accepted, in order. If omitted, the call makes whatever moves are currently needed.',
  'moves.id': 'The id of a task that moves.',
  'moves.priority': 'The new level of that task.',
  patch: 'Other fields of the task to change in the same step. The task must stay open.',
  ...taskWordsIn('patch'),
}

const CREATED = 'The time of creation.'
const UPDATED = 'The time of the last change.'

const TASK_ANSWER: Words = {
  id: 'The task id.',
  title: 'The title.',
  category: 'The category.',
  completed: 'Whether the task is completed.',
  completedAt: 'The time of completion. `null` for an open task.',
  isRecurring: 'Whether completing the task creates the next occurrence.',
  recurrenceFrequency: 'How often the task recurs if `isRecurring` is `true`. `null` if it was never set.',
  userId: 'The id of the owner.',
  createdAt: CREATED,
  updatedAt: UPDATED,
}

const TEMPLATE: Words = {
  id: 'The template id.',
  name: 'The name of the template.',
  description: 'The description of the template.',
  category: 'The category of the template.',
  createdAt: CREATED,
  updatedAt: UPDATED,
}

const SETTINGS: Words = {
  hidesBanner: 'Whether the principles banner is hidden.',
  hidesSteps: 'Whether the first steps are hidden.',
  doneSteps: 'The first steps that the user has completed.',
  hoursPerWeekday: 'The working hours of each day of the week, Monday first, in steps of 0.25 hours.',
  dayStartsAt: 'The local time when the day starts, `HH:mm`.',
  dismissedSlack: 'The tasks whose slack marks are hidden, each until a given time.',
  'dismissedSlack.taskId': 'The id of a task.',
  'dismissedSlack.until': 'The time when the mark can appear again.',
  putOffPlans: 'The unfinished tasks from earlier days that the user put off, each until a given day.',
  'putOffPlans.taskId': 'The id of a task.',
  'putOffPlans.until': 'The local date when the user is asked about the task again.',
  movedUpSeen: 'The tasks that moved up from a waiting line and whose move has been shown to the user.',
  'movedUpSeen.taskId': 'The id of a task.',
  'movedUpSeen.at': 'The time when a device last showed that the task moved up.',
  awayPanelAt:
    'The time when a device last showed “Since you were away”, so that other devices don’t also show it; null if never shown.',
  away: 'The user’s most recent absence of three days or more. Null once the user has been asked about overdue tasks.',
}

/**
 * The descriptions of fields by schema. The descriptions are kept out of the schemas that browsers load. A field
 * without an entry keeps the description in its schema.
 */
export const FIELD_WORDS: Readonly<Record<string, Words>> = {
  TaskDraftInput: TASK,
  TaskChangeInput: {
    ...TASK,
    waiting:
      'Whether a task that moves to a full level joins its waiting line. If not, the call returns 409 `level_full`. Requires `priority`.',
  },
  SeveralTasksInput: {
    tasks: 'The new tasks.',
    ...taskWordsIn('tasks'),
  },
  LevelOrderInput: {
    positions: 'The tasks to place. The other open tasks at the level follow in their existing order.',
    'positions.id': 'The id of an open task at the level. Each id can appear only once.',
    'positions.position': 'The tasks are placed in ascending order of this number.',
  },
  SwapInput: { with: 'The id of the other task.', ...MOVES },
  PushDownInput: { level: 'The level to move the task to, from 1 to 10.', ...MOVES },
  PlacedTask: { id: 'The task id.', updatedAt: UPDATED },
  DatesChangeInput: {
    tasks: 'The tasks to change. Each id can appear only once.',
    'tasks.id': 'The id of a task.',
    'tasks.version': VERSION,
    ...taskWordsIn('tasks'),
  },
  BulkChangeInput: {
    tasks: 'The tasks to change, up to 1,000. Each id can appear only once.',
    'tasks.id': 'The id of a task.',
    'tasks.version': VERSION,
    ...taskWordsIn('tasks'),
  },
  BulkDeletionInput: {
    tasks: 'The tasks to delete, up to 1,000. Each id can appear only once.',
    'tasks.id': 'The id of a task.',
    'tasks.version': VERSION,
  },
  BulkRestorationInput: {
    tasks: 'The deleted tasks, up to 1,000. Each id can appear only once.',
    'tasks.id': 'The id of a deleted task.',
  },
  CategoryInput: { name: 'The name of the category. Trimmed first. Unique regardless of case.' },
  TemplateDraftInput: {
    name: 'The name of the template. Trimmed first.',
    description: `The description of the template. ${LONG_TEXT}`,
    category: 'A category for the template. Trimmed first.',
    isPublic: 'Whether every signed-in user can see and use the template.',
  },
  TemplateTaskDraftInput: {
    title: TASK.title,
    description: TASK.description,
    priority: 'The level, from 1 (most urgent) to 10.',
    category: TASK.category,
    estimatedHours:
      'Hours, 0 to 999, as a number or a string of digits. Any other string counts as 0. Ignored if `estimatedTime` is set.',
    estimatedMinutes:
      'Minutes, 0 to 59, as a number or a string of digits. Any other string counts as 0. Ignored if `estimatedTime` is set.',
    estimatedTime: 'The estimated effort, such as `2h 30m`.',
    position: 'Ignored: the position of a task is its index in the list.',
    dependencies:
      'The zero-based indexes in this list of the tasks that must be done before this one. Cycles are rejected.',
    startDay: `When the task starts, ${DAY}`,
    endDay: `When the task ends, ${DAY}`,
    dueDay: `When the task is due, ${DAY}`,
  },
  InstantiationInput: {
    projectName: 'The project name of the new tasks. Trimmed first.',
    startDate:
      'The day the project starts, `YYYY-MM-DD`. `startDay`, `endDay` and `dueDay` count from this day. If omitted, the tasks get no dates.',
  },
  RegistrationInput: {
    email: 'The email of the new account. Unique regardless of case. Trimmed first.',
    password: 'The password. Common passwords are rejected.',
    firstName: 'The first name. Trimmed first; an empty name is stored as `null`.',
    lastName: 'The last name. Trimmed first; an empty name is stored as `null`.',
  },
  CredentialsInput: {
    email: 'The email of the account. Case is ignored.',
    password: 'The password of the account.',
  },
  PasswordChangeInput: {
    currentPassword: 'The current password.',
    newPassword: 'The new password. Common passwords are rejected.',
  },
  AccountDeletionInput: {
    password:
      'The password. Omit this field if the account has none; the user must then have signed in within the last ten minutes.',
  },
  LinkRequestInput: { password: 'The password of the account.' },
  Attachment: { createdAt: 'The time of the upload.' },
  Category: { name: 'The name of the category.' },
  CompletedTotal: { category: 'The category.', count: 'The number of completed tasks in this category.' },
  BoardTask: {
    ...TASK_ANSWER,
    'has.description': 'Whether the task has a description.',
    'has.clearGoals': 'Whether the task has goals.',
    'has.notes': 'Whether the task has notes.',
    'has.nextSteps': 'Whether the task has next steps.',
  },
  BulkChangedTask: {
    ...TASK_ANSWER,
    startDate: TASK.startDate,
    endDate: TASK.endDate,
    dueDate: TASK.dueDate,
  },
  BulkRestoredTask: { id: 'The task id.', updatedAt: UPDATED },
  DatedTask: { id: 'The task id.', updatedAt: UPDATED },
  DeletedTask: { id: 'The id of the deleted task.', deleted: 'Always `true`.' },
  Error: {
    code: 'The error code for programs.',
    'issues.message': 'How to correct this field.',
  },
  SearchHit: TASK_ANSWER,
  Session: {
    id: 'The session id. The id cannot be used to sign in.',
    createdAt: 'The time of the sign-in.',
    lastUsedAt: 'When the session was last used, accurate to within an hour.',
  },
  Task: {
    ...TASK_ANSWER,
    description: 'The description of the task.',
    clearGoals: 'The goals from the work canvas.',
    notes: 'The notes from the work canvas.',
    nextSteps: 'The next steps from the work canvas.',
  },
  Template: TEMPLATE,
  TemplateWithTasks: { ...TEMPLATE, tasks: 'The tasks of the template, in order.' },
  TemplateTask: {
    id: 'The id of the template task.',
    templateId: 'The id of the template.',
    title: 'The title of the new task.',
    description: 'The description of the new task.',
    category: 'The category stored with the template task. New tasks get the category Project instead.',
    endDay: `When the task ends, ${DAY}`,
    dueDay: `When the task is due, ${DAY}`,
    createdAt: CREATED,
  },
  TrashItem: { kind: 'The kind of item.', deletedAt: 'The time of the deletion.' },
  TrashPage: {
    items: 'The items on this page.',
    'totals.task': 'The number of tasks.',
    'totals.template': 'The number of templates.',
    'totals.category': 'The number of categories.',
    'totals.files': 'The number of files attached to the tasks.',
  },
  Settings: {
    ...SETTINGS,
    sampleTasks: 'The ids of the sample tasks that were added. Some of these tasks may have been deleted.',
  },
  SettingsChangeInput: {
    ...SETTINGS,
    'dismissedSlack.until': 'The time when the mark can appear again. `null` removes the entry.',
    'putOffPlans.until':
      'The local date when the user is asked about the task again. `null` removes the entry.',
  },
  RemovedSamples: { removed: 'The ids of the removed tasks.' },
  User: {
    id: 'The user id.',
    email: 'The email, as entered at registration or received from the provider.',
    firstName: 'The first name.',
    lastName: 'The last name.',
    profileImageUrl: 'The URL of the profile image.',
    createdAt: CREATED,
    updatedAt: UPDATED,
  },
}

/** Returns the descriptions of a draft's fields for tasks inside another field. A schema can have fewer fields. */
function taskWordsIn(field: string): Words {
  return Object.fromEntries(Object.entries(TASK).map(([name, words]) => [`${field}.${name}`, words]))
}
