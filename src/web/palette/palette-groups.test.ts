import { Undo2 } from 'lucide-react'
import { expect, it } from 'vitest'

import { readQuery } from '#domain/search/words.ts'
import { aTask } from '#tests/support/a-task.ts'

import { groupsOf } from './palette-groups.ts'

it('counts the open tasks of a project in every spelling that differs only in case', () => {
  const tasks = [
    aTask({ category: 'Project', projectName: 'Acme' }),
    aTask({ category: 'Project', projectName: 'ACME' }),
    aTask({ category: 'Project', projectName: 'acme', completed: true }),
    aTask({ category: 'Project', projectName: 'Acme Labs' }),
  ]
  const found = { query: readQuery('acm'), open: [], completed: [], state: 'done' as const }
  const rows = groupsOf(found, [], tasks, 'acm').flatMap((group) => group.rows)
  expect(rows).toMatchObject([
    { name: 'Acme', openCount: 2 },
    { name: 'Acme Labs', openCount: 1 },
  ])
})

it('says that nothing matches, and offers to add a task unless the user is choosing one for a command', () => {
  const found = { query: readQuery('zebra'), open: [], completed: [], state: 'done' as const }
  const title = 'Nothing found for “zebra”.'
  expect(groupsOf(found, [], [], 'zebra')).toEqual([
    { title, rows: [{ key: 'add', kind: 'add', text: 'zebra' }] },
  ])
  expect(groupsOf(found, null, [], 'zebra')).toEqual([{ title, rows: [] }])
  expect(groupsOf({ ...found, query: readQuery('') }, null, [], '')).toEqual([])
})

it('finds no commands and projects for text without words, such as an emoji', () => {
  const tasks = [aTask({ category: 'Project', projectName: 'Acme' })]
  const found = { query: readQuery('🎉'), open: [], completed: [], state: 'done' as const }
  const commands = [{ command: { id: 'undo', name: 'Undo', icon: Undo2 }, matches: [] }]
  expect(groupsOf(found, commands, tasks, '🎉')).toEqual([
    { title: 'Nothing found for “🎉”.', rows: [{ key: 'add', kind: 'add', text: '🎉' }] },
  ])
})
