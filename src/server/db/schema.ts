import type { ColumnType, Generated, Insertable, Kysely } from 'kysely'

import type { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import type { Task } from '#domain/tasks/task.ts'

/**
 * The rows as they are stored, the same on every database. Times are ISO 8601 UTC strings. SQLite returns booleans as 0
 * and 1, so the stores convert them with `Boolean`. Lists are JSON strings.
 */
export type Schema = {
  users: UserRow
  settings: SettingsRow
  passwords: PasswordRow
  sessions: SessionRow
  tasks: TaskRow
  categories: CategoryRow
  project_templates: ProjectTemplateRow
  template_tasks: TemplateTaskRow
  idempotency_keys: IdempotencyKeyRow
  undos: UndoRow
  occurrences: OccurrenceRow
  attachments: AttachmentRow
  deleted_tasks: DeletedTaskRow
  /** A file of a deleted task, under the task's old id. The file's blob is kept. */
  deleted_attachments: Omit<AttachmentRow, 'id'> & { id: number }
  deleted_templates: {
    template_id: number
    user_id: string
    name: string
    tasks: number
    /** JSON: the template with its tasks, as the API returned it. */
    template: string
    deleted_at: string
  }
  /** A deleted category that can be restored. The tasks keep the category's name, so they need no record. */
  deleted_categories: Omit<CategoryRow, 'id'> & { category_id: number; deleted_at: string }
  /** A wrong password attempt. */
  failed_checks: {
    id: Generated<number>
    /** A keyed hash of the account and the client's address. */
    key: string
    failed_at: string
  }
  /** A user's identity at a provider. The issuer and the subject together are unique. The email is not compared. */
  oidc_identities: {
    issuer: string
    subject: string
    user_id: string
    created_at: string
  }
  /** A finished sign-in through a provider, kept until it expires, so that it can't be replayed. */
  oidc_finished_flows: {
    state: string
    expire: string
  }
  changes: ChangeRow
  /** A user with an open event stream on a server. Empty on SQLite. */
  stream_users: {
    user_id: string
    /** The number of the server's pool: see `postgres-pool.ts`. */
    server: number
  }
}

/** The connection, or a transaction on it. The first parameter of every store function. */
export type Database = Kysely<Schema>

/** A boolean, which SQLite returns as 1 or 0. */
export type Flag = ColumnType<boolean | number, boolean, boolean>

/** A row to insert with every column but the generated id, so that a missing nullable column is a type error. */
export type NewRow<Row> = Required<Omit<Insertable<Row>, 'id'>>

export type UserRow = {
  id: string
  email: string
  /** The result of `emailKey`; unique. An account from a provider has a value here that can't be an email. */
  email_key: string
  first_name: string | null
  last_name: string | null
  profile_image_url: string | null
  /** The UTF-8 bytes of the user's text: see `text-tally.ts`. */
  text_bytes: ColumnType<number, number | undefined, number>
  created_at: string
  updated_at: string
}

/** A user without a row has the defaults. */
export type SettingsRow = {
  user_id: string
  hides_banner: Flag
  hides_steps: Flag
  /** A JSON list of steps. */
  done_steps: string
  /** A JSON list of task ids. */
  sample_tasks: string
  /** A JSON list of hours, Monday first. Null means the default. */
  weekday_hours: string | null
  /** `HH:mm`. Null means the default. */
  day_starts_at: string | null
  /** A JSON list of tasks and times. */
  dismissed_slack: string
  /** A JSON list of tasks and days. */
  put_off_plans: string
  /** A JSON list of tasks and times. */
  moved_up_seen: string
  away_panel_at: string | null
  /** A JSON `Away`. Null if there is no absence to ask the user about. */
  away: string | null
}

/** Separate from the users, so that no query for a user can return a hash. */
export type PasswordRow = {
  user_id: string
  /** An argon2id PHC string. */
  hash: string
  updated_at: string
}

export type SessionRow = {
  /** A keyed hash of the id in the cookie. */
  sid: string
  user_id: string
  /** JSON: see `SessionDetails`. */
  sess: string
  expire: string
}

/** The columns of `TASK_FIELDS`. */
export type TaskRow = {
  [F in keyof Task as (typeof TASK_FIELDS)[F]['column']]: F extends 'id' ? Generated<number> : Column<Task[F]>
}

type Column<Value> = [Value] extends [boolean]
  ? Flag
  : [Value] extends [readonly string[]]
    ? string
    : Scalar<Value>
type Scalar<Value> = Value extends number ? number : Value extends string ? string : Value

export type CategoryRow = {
  id: Generated<number>
  user_id: string
  name: string
  /** The result of `categoryKey`; unique per user. */
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

/** The result of a request with an Idempotency-Key, so that a retry has no further effect. */
export type IdempotencyKeyRow = {
  user_id: string
  /** The method and path, a space, and the key: `POST /api/tasks 1f0c`. */
  key: string
  /** A hash of the request's body; null for keys from before bodies were compared. */
  fingerprint: string | null
  /** JSON: the ids or names of what the request created or changed. */
  entity: string
  /** The version after the request, 0 if the request changed nothing, or null if the object has no version. */
  version: number | null
  created_at: string
}

/** The data for undoing a command. Expires like an Idempotency-Key. */
export type UndoRow = {
  user_id: string
  token: string
  /** JSON: see `UndoRecord`. */
  record: string
  created_at: string
}

/**
 * A task's occurrence in a series. The row stays when the task is deleted, so that an occurrence is never created twice.
 * A task without a row is the first in its series, occurrence 0.
 */
export type OccurrenceRow = {
  user_id: string
  /** The id of the first task of the series. */
  series_id: number
  /** The number of the occurrence, from 1; unique in the series. */
  occurrence: number
  /** Null while the task is being created. */
  task_id: number | null
  /** The day of the month, 1 to 31, that the series keeps for each date, or null for the task's own day. */
  due_series_day: number | null
  start_series_day: number | null
  end_series_day: number | null
}

/** A file attached to a task. The task's `attachments` also list its name. A listed name without a row here has no file. */
export type AttachmentRow = {
  id: Generated<number>
  user_id: string
  task_id: number
  /** Unique within the task. */
  name: string
  /** The id under which the bytes are stored: see `files.ts`. Tasks of one series can share a blob. */
  blob: string
  size: ColumnType<number | string, number, number>
  type: string
  created_at: string
}

/** A deleted task that can be restored. Deleted tasks have their own table, so that no other query finds them. */
export type DeletedTaskRow = {
  task_id: number
  user_id: string
  /** The title and the level of the task, so that listing the trash doesn't read long text. */
  title: ColumnType<string, string | undefined, string>
  level: ColumnType<number, number | undefined, number>
  /** JSON: the task as the API returned it. */
  task: string
  /** The UTF-8 bytes of the task's text, which count toward the user's total. */
  text_bytes: ColumnType<number, number | undefined, number>
  /** JSON: the ids of the tasks that depended on it. */
  dependents: string
  deleted_at: string
}

/** One of the latest changes to a user's data: see `events/store.ts`. */
export type ChangeRow = {
  user_id: string
  /** The number of the change among the user's changes, from 1. */
  number: ColumnType<number | string, number, number>
  /** A kind from `domain/tasks/change.ts`, or `snapshot` if all earlier reads may be stale. */
  kind: string
  /** The id of the task or template, the name of the category, or the kind of item that left the trash. */
  entity: string
  /** The new version. Null for deletions and for anything without a version. */
  version: number | null
  deleted: Flag
}
