/** Fields, each with those that depend on its value. */
export const TASK_LEADS = {
  // Only the category Project keeps a project name, and only a recurring task has a frequency.
  category: ['projectName'],
  isRecurring: ['recurrenceFrequency', 'recurrenceForwardContent'],
  // An end must not be before its start.
  startDate: ['endDate'],
} as const
