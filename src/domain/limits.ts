// Limits for code that must not import the schemas.

/** The maximum number of entries in a task's list field, such as its attachments. */
export const LIST_ENTRIES_MAX = 100
/** The maximum number of tasks that one request can create. */
export const TASKS_AT_ONCE_MAX = 100
/** The largest value of a column that stores seconds. */
export const SECONDS_MAX = 2_147_483_647
/** The default for the largest attachment, in MB of 2^20 bytes. */
export const UPLOAD_MB_DEFAULT = 25
export const BULK_TASKS_MAX = 1000
/** The maximum number of entries in a list of tasks in the settings, such as dismissed slack marks. */
export const SETTINGS_TASKS_MAX = 500
/** The longest project name, in characters. */
export const PROJECT_NAME_LENGTH_MAX = 200
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128
