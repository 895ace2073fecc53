/** A task as JSON, made inside SQLite. */
export const TASK = `json_object('id', id, 'title', title, 'description', description, 'dueDate', due_date, 'priority', priority,
  'category', category, 'projectName', project_name, 'estimatedTime', estimated_time, 'startDate', start_date,
  'endDate', end_date, 'progress', progress, 'dependencies', json(dependencies), 'attachments', json(attachments),
  'completed', json(iif(completed, 'true', 'false')), 'completedAt', completed_at, 'position', position,
  'isRecurring', json(iif(is_recurring, 'true', 'false')), 'recurrenceFrequency', recurrence_frequency,
  'recurrenceForwardContent', json(iif(recurrence_forward_content, 'true', 'false')), 'parentTaskId', parent_task_id,
  'elapsedTime', elapsed_time, 'clearGoals', clear_goals, 'notes', notes, 'nextSteps', next_steps, 'userId', user_id,
  'version', version, 'createdAt', created_at, 'updatedAt', updated_at)`

/** One task of a user. */
export const FIND_TASK = `select ${TASK} from tasks where user_id = +? and id = +?`
