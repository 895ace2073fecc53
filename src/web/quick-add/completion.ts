import { newCategoryFault } from '#domain/categories/new-category.ts'
import { newProjectName } from '#domain/tasks/quick-add/names.ts'
import { LEVELS } from '#domain/tasks/priority.ts'
import { afterMarks, containsTyped, foldCase, typedForms } from '#domain/text.ts'

import * as words from './words.ts'

const OPTIONS_MAX = 6

export type Option = {
  label: string
  /** The typed part of the label, which is highlighted. */
  match?: { start: number; end: number }
  /** The text that replaces the typed part. */
  insert: string
  category?: string
  /** The name of a new category to create. */
  creates?: string
}

export type Offer = {
  name: string
  options: readonly Option[]
  /** The range of the line that an option replaces. */
  from: number
  to: number
  /** Whether Enter chooses the first option. Enter never chooses a new name by itself. */
  takesFirst: boolean
}

export type Known = { categories: readonly string[]; projects: readonly string[] }

/** Returns the names that complete '#' or '+' before the caret, or null. */
export function offerNames(text: string, caret: number, known: Known): Offer | null {
  const found = /(?:^|\s)([#+])([^#+\n]{0,200})$/.exec(text.slice(0, caret))
  const [, sign, fragment = ''] = found ?? []
  if (!sign || /^\s/.test(fragment) || /^\S/.test(text.slice(caret))) return null
  const isCategory = sign === '#'
  const names = isCategory ? known.categories : known.projects
  const matching = matchNames(names, fragment)
  // The name is already complete.
  if (matching.some((name) => foldCase(name) === foldCase(fragment)) && matching.length === 1) return null
  const options: Option[] = matching.slice(0, OPTIONS_MAX).map((name) => ({
    label: name,
    match: matchIn(name, fragment),
    insert: sign + name,
    ...(isCategory && { category: name }),
  }))
  const added = newName(isCategory, fragment, names)
  if (added && (isCategory || options.length > 0)) options.push(added)
  if (options.length === 0) return null
  return {
    name: isCategory ? words.categories : words.projects,
    options,
    from: caret - fragment.length - 1,
    to: caret,
    takesFirst: matching.length > 0 && fragment !== '',
  }
}

export type Helper = 'due' | 'level' | 'recurrence'

/** Returns the words that a helper in the sheet offers to insert at the caret. */
export function offerWords(helper: Helper, caret: number): Offer {
  const choices = {
    due: words.dueChoices,
    level: LEVELS.map(words.levelChoice),
    recurrence: words.recurrenceChoices,
  }[helper]
  return {
    name: words.helpers[helper],
    options: choices.map(([label, insert]) => ({ label, insert })),
    from: caret,
    to: caret,
    takesFirst: false,
  }
}

/** Returns the text and the caret position after an option is inserted, with spaces between it and other words. */
export function takeOption(text: string, { from, to }: Offer, { insert }: Option) {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const start = before === '' || /\s$/.test(before) ? before : `${before} `
  const taken = `${start}${insert} `
  return { text: taken + after.trimStart(), caret: taken.length }
}

function matchNames(names: readonly string[], fragment: string): string[] {
  const wanted = foldCase(fragment)
  const begins = names.filter((name) => typedForms(name).some((form) => form.startsWith(wanted)))
  // After a space, only a name that contains a space can continue.
  if (/\s/.test(fragment))
    return fragment.endsWith(' ') ? begins.filter((name) => !typedForms(name).includes(wanted)) : begins
  const contains = names.filter((name) => containsTyped(name, fragment) && !begins.includes(name))
  return [...begins, ...contains]
}

function matchIn(name: string, fragment: string): Option['match'] {
  const wanted = foldCase(fragment)
  // Folding can change the length, and with it the positions.
  const forms = [name.toLowerCase(), ...typedForms(name)].filter(({ length }) => length === name.length)
  const start = forms.map((form) => form.indexOf(wanted)).find((at) => at >= 0)
  return wanted && start !== undefined ? { start, end: afterMarks(name, start + fragment.length) } : undefined
}

function newName(isCategory: boolean, fragment: string, names: readonly string[]): Option | null {
  const name = newProjectName(`+${fragment}`)
  if (name === null || names.some((other) => foldCase(other) === foldCase(name))) return null
  if (!isCategory) return { label: words.newProject(name), insert: `+${name}` }
  if (newCategoryFault(name, names) !== null) return null
  return { label: words.newCategory(name), insert: `#${name}`, creates: name }
}
