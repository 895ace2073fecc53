import { TASK_FIELDS, TASK_FIELD_NAMES } from '../src/domain/tasks/task-fields.ts'

/** Returns an expression that builds the JSON of a task inside SQLite. */
export const TASK = `json_object(${TASK_FIELD_NAMES.map((name) => `'${name}', ${valueOf(name)}`).join(', ')})`

function valueOf(name: (typeof TASK_FIELD_NAMES)[number]): string {
  const { column, holds } = TASK_FIELDS[name]
  if (holds === 'flag') return `json(iif(${column}, 'true', 'false'))`
  return holds === 'list' ? `json(${column})` : column
}

/** Selects one task of a user. */
export const FIND_TASK = `select ${TASK} from tasks where user_id = +? and id = +?`
