import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestApp, buildTestApp } from '#tests/support/build-app.ts'
import { DOMAIN_COMMANDS } from '#tests/support/domain-commands.ts'

import { bindAccount } from '../account/bindings.ts'
import { bindRemoval, bindUpload } from '../attachments/bindings.ts'
import { bindCategories } from '../categories/bindings.ts'
import { countLongLists } from '../http/long-list.ts'
import { bindSamples } from '../samples/bindings.ts'
import { bindTasks } from '../tasks/bindings.ts'
import { bindTemplates } from '../templates/bindings.ts'
import { bindTrash } from '../trash/bindings.ts'
import type { Bind } from './bind.ts'

const commands = Object.values(DOMAIN_COMMANDS).flatMap((slice) => slice.map(({ name }) => name))

let server: TestApp
beforeEach(async () => {
  server = await buildTestApp()
})
afterEach(() => server.close())

/** Lists the name, method and path of each command that a slice binds. */
function boundCommands(): { name: string; method: string; path: string }[] {
  const context = { ...server, pages: null }
  const bound: { name: string; method: string; path: string }[] = []
  const bind: Bind = ({ name }, { method, path }) => void bound.push({ name, method: String(method), path })
  bindTasks(bind, context, countLongLists())
  bindUpload(bind, context, 1000)
  bindRemoval(bind, context)
  bindAccount(bind)
  bindCategories(bind)
  bindTemplates(bind)
  bindSamples(bind, context)
  bindTrash(bind, context)
  return bound
}

test('each command is bound to one method and path', () => {
  const bound = boundCommands()
  expect(bound.map(({ name }) => name).toSorted()).toEqual(commands.toSorted())
  expect(new Set(bound.map(({ method, path }) => `${method} ${path}`)).size).toBe(commands.length)
})

test('each bound method and path is a route of the API', () => {
  const missing = boundCommands().filter(({ method, path }) => !server.app.hasRoute({ method, url: path }))
  expect(missing).toEqual([])
})

test.each(Object.entries(DOMAIN_COMMANDS))('each %s command is named after its slice', (slice, commands) => {
  for (const { name } of commands) expect(name).toMatch(new RegExp(`^${slice}\\.[a-z][A-Za-z]+$`))
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length)
})
