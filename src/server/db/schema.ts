import type { ColumnType, Generated, Kysely } from 'kysely'

/**
 * The rows as they are stored, the same on every database. Times are ISO 8601 UTC texts. Booleans come back from
 * SQLite as 0 and 1, so the stores read them through `Boolean`. Lists are JSON texts.
 */
export type Schema = {
  users: UserRow
  passwords: PasswordRow
  sessions: SessionRow
  tasks: TaskRow
  categories: CategoryRow
  project_templates: ProjectTemplateRow
  template_tasks: TemplateTaskRow
  idempotency_keys: IdempotencyKeyRow
  occurrences: OccurrenceRow
  attachments: AttachmentRow
  failed_checks: FailedCheckRow
  oidc_identities: OidcIdentityRow
  oidc_finished_flows: OidcFinishedFlowRow
  changes: ChangeRow
}

/** The connection, or a transaction on it: the first parameter of every store function. */
export type Database = Kysely<Schema>

/** True or false, which comes back from SQLite as 1 or 0. */
export type Flag = ColumnType<boolean | number, boolean, boolean>

export type UserRow = {
  id: string
  email: string
  /** The e-mail without regard to case; unique. An account from a provider has a text here that can be no e-mail. */
  email_key: string
  first_name: string | null
  last_name: string | null
  profile_image_url: string | null
  created_at: string
  updated_at: string
}

/** Apart from the users, so that no query that reads a user can hand out a hash. */
export type PasswordRow = {
  user_id: string
  /** An argon2id PHC string. */
  hash: string
  updated_at: string
}

export type SessionRow = {
  /** A keyed hash of what the cookie holds. */
  sid: string
  user_id: string
  /** JSON: see `auth/session.ts`. */
  sess: string
  expire: string
}

/** A password that was wrong. */
export type FailedCheckRow = {
  id: Generated<number>
  /** A keyed hash of the account that was meant and the address it came from. */
  key: string
  failed_at: string
}

export type TaskRow = {
  id: Generated<number>
  user_id: string
  title: string
  description: string | null
  due_date: string | null
  priority: number
  category: string
  project_name: string | null
  estimated_time: string | null
  start_date: string | null
  end_date: string | null
  progress: number
  dependencies: string
  attachments: string
  completed: Flag
  completed_at: string | null
  position: number
  is_recurring: Flag
  recurrence_frequency: string | null
  recurrence_forward_content: Flag
  parent_task_id: number | null
  elapsed_time: number
  clear_goals: string | null
  notes: string | null
  next_steps: string | null
  version: number
  created_at: string
  updated_at: string
}

export type CategoryRow = {
  id: Generated<number>
  user_id: string
  name: string
  /** The name without regard to case; unique for a user. */
  name_key: string
  created_at: string
}

export type ProjectTemplateRow = {
  id: Generated<number>
  name: string
  description: string | null
  category: string
  is_public: Flag
  created_by: string
  version: Generated<number>
  created_at: string
  updated_at: string
}

export type TemplateTaskRow = {
  id: Generated<number>
  template_id: number
  title: string
  description: string | null
  priority: number
  category: string
  estimated_time: string | null
  position: number
  dependencies: string
  /** Days after the start of the project. */
  start_day: number | null
  end_day: number | null
  due_day: number | null
  created_at: string
}

/** The first answer to a request, so that sending it again does nothing more. */
export type IdempotencyKeyRow = {
  user_id: string
  /** The call, a blank, and the key that was sent: `POST /api/tasks 1f0c`. */
  key: string
  /** JSON: the body of the first answer. */
  answer: string
  created_at: string
}

/**
 * The place of a task in its series. The row stays when the task is deleted, so that the same occurrence is never made
 * again. A task without a row is the first of its series, occurrence 0.
 */
export type OccurrenceRow = {
  user_id: string
  /** The id of the first task of the series. */
  series_id: number
  /** Counts from 1; unique in the series. */
  occurrence: number
  /** Null for as long as the task is being made. */
  task_id: number | null
  /** The day of the month, 1 to 31, that the series keeps; null when it is that of the task's own date. */
  series_day: number | null
}

/** A file of a task. Its name stands in the task's `attachments` too; a name there without a row has no file. */
export type AttachmentRow = {
  id: Generated<number>
  user_id: string
  task_id: number
  /** Unique in the task. */
  name: string
  /** The name of the bytes on the disk: see `files.ts`. Rows of the tasks of one series may share it. */
  blob: string
  size: ColumnType<number | string, number, number>
  type: string
  created_at: string
}

/** Who somebody is to a provider. The issuer and the subject together are unique; an e-mail has no part in it. */
export type OidcIdentityRow = {
  issuer: string
  subject: string
  user_id: string
  created_at: string
}

/** A sign-in through a provider that was finished, kept until it would have expired, so that it is not used twice. */
export type OidcFinishedFlowRow = {
  state: string
  expire: string
}

/** One of the last changes of a user's things: see `events/store.ts`. */
export type ChangeRow = {
  user_id: string
  /** Counts the user's changes, from 1. */
  number: ColumnType<number | string, number, number>
  /** Of `domain/change.ts`; or `snapshot`: whatever was read before may be stale. */
  kind: string
  /** The id of the task or template, the name of the category. */
  entity: string
  /** That it has since; null where it has none, and when it was deleted. */
  version: number | null
  deleted: Flag
}
