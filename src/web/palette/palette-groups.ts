import { type SearchQuery, findMatches, matchesAll, wordLine } from '#domain/search/words.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { countOpenBy, offeredProjects } from '../filters/task-filter.ts'
import type { Group, Row } from './palette-rows.tsx'
import type { findCommands } from './use-commands.ts'
import type { Found } from './use-found-tasks.ts'
import * as words from './words.ts'

const COMMANDS_MAX = 5
const PROJECTS_MAX = 5

/**
 * Returns the results in groups. Commands come first, or after the recent tasks while the field is empty. If nothing
 * matches the trimmed text, the only group says so and offers to add a task.
 * @param commands the matching commands, or null while the user is choosing a task for one
 */
export function groupsOf(
  { query, open, completed }: Found,
  commands: ReturnType<typeof findCommands> | null,
  tasks: readonly ShortTask[],
  text: string,
): Group[] {
  const heldById = new Map(tasks.map((task) => [task.id, task]))
  const isEmpty = text === ''
  // Text without words, such as an emoji, is only searched for in tasks.
  const isOfTasks = commands === null || (query.terms.length === 0 && !isEmpty)
  const rowsOf = (hits: Found['open']) =>
    hits.map((hit): Row => ({ key: `task ${hit.id}`, kind: 'task', hit, held: heldById.get(hit.id) }))
  const shown = isOfTasks ? [] : isEmpty ? commands : commands.slice(0, COMMANDS_MAX)
  const commandRows = shown.map((found): Row => ({ key: found.command.id, kind: 'command', ...found }))
  const ofCommands = { title: words.commands, rows: commandRows }
  const ofTasks = { title: isEmpty ? words.recentTasks : words.tasks, rows: rowsOf(open) }
  const ofCompleted = { title: words.completed, rows: rowsOf(completed) }
  const ofProjects = { title: words.projects, rows: isOfTasks ? [] : projectRows(tasks, query) }
  const groups = isEmpty ? [ofTasks, ofCommands, ofCompleted] : [ofCommands, ofTasks, ofProjects, ofCompleted]
  const filled = groups.filter(({ rows }) => rows.length > 0)
  if (filled.length > 0 || text === '') return filled
  return [{ title: words.nothingFound(text), rows: commands ? [{ key: 'add', kind: 'add', text }] : [] }]
}

/** Finds projects among the tasks that the page has loaded. */
function projectRows(tasks: readonly ShortTask[], query: SearchQuery): Row[] {
  const countOpen = countOpenBy('projectName', tasks)
  return offeredProjects(tasks)
    .filter((name) => matchesAll(wordLine(name), query))
    .slice(0, PROJECTS_MAX)
    .map((name) => ({
      key: `project ${name}`,
      kind: 'project',
      name,
      matches: findMatches(name, query),
      openCount: countOpen(name),
    }))
}
