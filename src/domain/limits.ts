// Limits that are needed without the schemas in which they stand too.

/** The most entries of a list in a task. */
export const LIST_ENTRIES_MAX = 100
/** The most a column of seconds holds. */
export const SECONDS_MAX = 2_147_483_647
/** How large an attachment may be when nobody says otherwise, in MB of 2^20 bytes. */
export const UPLOAD_MB_DEFAULT = 25
