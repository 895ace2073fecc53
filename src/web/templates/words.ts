import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'

// Interface text for the templates dialog. Source: specification 2, 5 and 8.

export const title = 'Project Templates'
export const tabs = 'Templates'
export const browse = 'Browse Templates'
export const create = 'Create Template'
export const loading = 'Loading templates...'
export const notLoaded = 'Couldn’t load the templates.'
export const empty = 'No templates yet.'
export const emptyHint = 'Create one here, or save one of your projects as a template.'
export const search = 'Search templates'
export const searchPlaceholder = 'Search templates...'
export const noneFound = 'No templates found.'
export const found = (count: number) => `${countText(count, 'template', 'templates')} found.`

export const publicBadge = 'Public'
export const noDescription = 'No description'
export const preview = 'Preview'
export const use = 'Use'
export const deleteLabel = 'Delete'
export const previewOf = (name: string) => `Preview ${name}`
export const useOf = (name: string) => `Use ${name}`
export const deleteOf = (name: string) => `Delete ${name}`
export const deleteQuestion = 'Are you sure you want to delete this template?'
export const deleted = { title: 'Template deleted', text: 'The template has been successfully deleted.' }
export const deleteFailed = 'Failed to delete template.'
export const restored = (name: string) => ({ title: 'Template restored', text: isolate(name) })
export const restoreFailed = 'Couldn’t restore the template. Try again.'

export const loadingOne = 'Loading template...'
export const oneNotLoaded = 'Failed to load template details.'
export const noTasks = 'This template has no tasks.'
export const tasks = 'Tasks'
export const after = (titles: readonly string[]) => `After ${titles.map(isolate).join(', ')}`
export const daysAndAfter = (days: string, titles: readonly string[]) =>
  `${days}; after ${titles.map(isolate).join(', ')}`

export const projectName = 'Project Name'
export const projectStart = 'Project Start'
export const createProject = 'Create Project'
export const creating = 'Creating...'
export const projectNameRequired = {
  title: 'Project name required',
  text: 'Please enter a project name to continue.',
}
export const projectCreated = (count: number) => ({
  title: 'Project created',
  text: `Created ${numberText(count)} tasks from template.`,
})
export const projectWaits = {
  title: 'Project waiting to be sent',
  text: 'Its tasks will appear once it’s sent.',
}
export const waitingToBeSent = 'Waiting to be sent'
export const gone = 'This template no longer exists.'
export const projectFailed = 'Failed to create project from template.'

export const name = 'Template Name'
export const category = 'Category'
export const description = 'Description'
export const makePublic = 'Make template public'
export const makePublicHint = 'Everyone on this server can use it. Only you can change it.'
export const fromProject = 'From a project'
export const saveAsTemplate = 'Save as template'
export const templateTasks = 'Template tasks'
export const addTask = 'Add Task'
export const titleAndDescription = 'Title and description'
export const taskTitle = 'Title'
export const priority = 'Priority'
export const hours = 'Hours'
export const hoursUnit = 'h'
export const minutes = 'Minutes'
export const minutesUnit = 'm'
export const fieldOfTask = (field: string, number: number) => `${field} of task ${numberText(number)}`
export const removeTask = (number: number) => `Remove task ${numberText(number)}`
export const reset = 'Reset'
export const undo = 'Undo'
export const cleared = 'Form cleared.'
export const removed = (title: string) => `Removed ${isolate(title || 'a task')}.`
export const created = {
  title: 'Template created',
  text: 'Your project template has been created successfully.',
}
export const createFailed = 'Failed to create template.'
