import { isolate } from '#domain/text.ts'

// Interface text for the filters. Source: specification 2.

export const filters = 'Filters'
export const byCategory = 'Filter by Category'
export const byProject = 'Filter by Project'
export const clearCategory = (name: string) => `Clear Category: ${isolate(name)}`
export const clearProject = (name: string) => `Clear Project: ${isolate(name)}`
export const today = 'Today'
export const todayHelp = 'Tasks planned for today, due today or overdue'
export const nothingForToday = 'Nothing planned for today.'
export const planHint = 'Press T on a task to plan it.'
export const planTouchHint = 'Choose “Plan for today” in the menu of a task.'
export const saveAsTemplate = 'Save as template'
export const loading = 'the filter'
export const openCount = 'open'
export const projects = 'Projects'
export const search = 'Search projects'
export const searchPlaceholder = 'Search projects...'
export const noProjects = 'No projects found.'
export const allTasks = 'All Tasks'
export const categoryTasks = (category: string) => `${isolate(category)} Tasks`
export const projectTasks = (project: string) => `Project: ${isolate(project)}`
export const noTasks = 'No tasks found.'
export const noTasksInCategory = (category: string) =>
  `No tasks found in the "${isolate(category)}" category.`
export const noTasksInProject = (project: string) => `No tasks found in the "${isolate(project)}" project.`
