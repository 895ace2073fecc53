import { isolate } from '#domain/text.ts'

// Interface text for the categories dialog. Source: specification 2, 5 and 8.

export const title = 'Manage Categories'
export const newName = 'New category name'
export const newNamePlaceholder = 'New category name...'
export const add = 'Add'
export const loading = 'Loading categories...'
export const notLoaded = 'Couldn’t load your categories.'
export const empty = 'No categories available'
export const category = 'Category'
export const action = 'Action'
export const defaultBadge = 'Default'
export const cannotRemove = 'Cannot remove'
export const remove = (name: string) => `Remove ${name}`
export const added = { title: 'Category Added', text: 'The new category has been added successfully.' }
export const removed = { title: 'Category Removed', text: 'The category has been removed successfully.' }
export const restored = (name: string) => ({ title: 'Category restored', text: isolate(name) })
export const gone = 'This category no longer exists.'
export const leftTrash = 'It’s no longer in the trash.'
export const restoreFailed = 'Couldn’t restore the category. Try again.'
export const notAdded = (name: string) => `“${isolate(name)}” wasn’t added.`
export const addFailed = 'Failed to add category'
export const removeFailed = 'Failed to remove category'
