import { describe, expect, it } from 'vitest'

import {
  DEFAULT_CATEGORIES,
  categoryColor,
  categoryKey,
  changeCategories,
  isDefaultCategory,
} from './category.ts'
import { categoryNameSchema, newCategoryFault, newCategorySchema } from './new-category.ts'

describe('categories', () => {
  it.each([
    ['Project', 'project'],
    ['Meeting', 'meeting'],
    ['Appointment', 'appointment'],
    ['Deadline', 'deadline'],
    ['Reminder', 'reminder'],
    ['Task', 'neutral'],
    ['Garden', 'neutral'],
    ['project', 'neutral'],
    ['', 'neutral'],
    ['constructor', 'neutral'],
    ['__proto__', 'neutral'],
  ])('%j has the color %s', (name, color) => {
    expect(categoryColor(name)).toBe(color)
  })

  it('have six defaults, with Task first', () => {
    expect(DEFAULT_CATEGORIES).toEqual(['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline'])
  })
})

describe('checking the name of a category', () => {
  it.each([
    ['Garden', 'Garden'],
    ['  Garden  ', 'Garden'],
    ['g', 'g'],
    ['😀'.repeat(30), '😀'.repeat(30)],
    [` ${'x'.repeat(30)} `, 'x'.repeat(30)],
  ])('turns %j into %j', (typed, name) => {
    expect(categoryNameSchema.parse(typed)).toBe(name)
  })

  it.each([
    ['', 'Category name cannot be empty'],
    ['   ', 'Category name cannot be empty'],
    [undefined, 'Category name cannot be empty'],
    ['x'.repeat(31), 'Category name must be 30 characters or fewer'],
    ['😀'.repeat(31), 'Category name must be 30 characters or fewer'],
  ])('rejects %j: %s', (typed, message) => {
    expect(categoryNameSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('checking a new category', () => {
  it.each(['Garden', '...', '.a', 'a/b', '%2F', '<b>', '👩‍🚀'])('accepts the name %j', (name) => {
    expect(newCategorySchema.parse({ name })).toEqual({ name })
  })

  it.each(['.', '..', ' . ', ' ..\n'])('rejects the name %j, which URLs treat as a path segment', (name) => {
    const { error } = newCategorySchema.safeParse({ name })
    expect(error?.issues).toEqual([
      expect.objectContaining({ path: ['name'], message: 'Category name cannot be . or ..' }),
    ])
  })

  it.each([
    ['', 'Category name cannot be empty'],
    ['x'.repeat(31), 'Category name must be 30 characters or fewer'],
  ])('rejects %j with one message', (name, message) => {
    expect(newCategorySchema.safeParse({ name }).error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ])
  })
})

describe('two category names', () => {
  it.each([
    ['Garden', 'garden'],
    ['Garden', ' GARDEN '],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['Ünterlagen', 'ünterlagen'],
  ])('are equal: %j and %j', (a, b) => {
    expect(categoryKey(a)).toBe(categoryKey(b))
  })

  it.each([
    ['Garden', 'Gardens'],
    ['a b', 'a  b'],
    ['Cafe', 'Café'],
  ])('differ: %j and %j', (a, b) => {
    expect(categoryKey(a)).not.toBe(categoryKey(b))
  })
})

describe('the default categories', () => {
  it.each([...DEFAULT_CATEGORIES, 'task', 'TASK', ' Deadline '])('include %j', (name) => {
    expect(isDefaultCategory(name)).toBe(true)
  })

  it.each(['Review', 'Tasks', '', 'constructor'])('do not include %j', (name) => {
    expect(isDefaultCategory(name)).toBe(false)
  })
})

describe('the problem with a new category', () => {
  const EXISTING = [...DEFAULT_CATEGORIES, 'Café', 'Two spaces']

  it.each(['Garden', '  Garden ', 'Tas', 'x'.repeat(30)])('is null for %j', (name) => {
    expect(newCategoryFault(name, EXISTING)).toBeNull()
  })

  it.each([
    ['', 'Category name cannot be empty'],
    ['  ', 'Category name cannot be empty'],
    ['x'.repeat(31), 'Category name must be 30 characters or fewer'],
    ['..', 'Category name cannot be . or ..'],
    ['Task', 'This category already exists'],
    [' deadline', 'This category already exists'],
    ['CAFE\u0301', 'This category already exists'],
    ['two   SPACES', 'This category already exists'],
  ])('for the name %j is "%s"', (name, fault) => {
    expect(newCategoryFault(name, EXISTING)).toBe(fault)
  })
})

describe('changing the list of categories', () => {
  const BEFORE = ['Task', 'Garden', 'Errands']

  it('puts added categories at the end, in their order', () => {
    expect(changeCategories(BEFORE, { added: ['Zoo', 'Attic'] })).toEqual([...BEFORE, 'Zoo', 'Attic'])
  })

  it('doesn’t move existing categories', () => {
    expect(changeCategories(BEFORE, { added: ['GARDEN', 'Zoo', 'zoo'] })).toEqual([...BEFORE, 'Zoo'])
  })

  it('removes names ignoring case', () => {
    expect(changeCategories(BEFORE, { removed: ['garden', 'Nowhere'] })).toEqual(['Task', 'Errands'])
  })

  it('puts a category that is removed and added again at the end', () => {
    expect(changeCategories(BEFORE, { removed: ['Garden'], added: ['Garden'] })).toEqual([
      'Task',
      'Errands',
      'Garden',
    ])
  })

  it('does not mutate the list', () => {
    changeCategories(BEFORE, { added: ['Zoo'], removed: ['Task'] })
    expect(BEFORE).toEqual(['Task', 'Garden', 'Errands'])
  })
})
