import type { OpenAPIV3_1 } from 'openapi-types'

import type { SessionInfo } from '#domain/account/account.ts'
import type { Operation } from '#server/http/openapi/operations.ts'

import type { Ask, Values } from './api-walk.ts'
import { attach } from './attachments.ts'
import { type Client, TEST_PASSWORD } from './build-app.ts'
import { makeTask } from './tasks.ts'
import { makeTemplate } from './templates.ts'

/** The objects of a user, one of each kind. */
export type Things = {
  task: number
  /** A task at another level. */
  other: number
  /** A task that was deleted. */
  deleted: number
  template: number
  deletedTemplate: number
  file: string
  category: string
  deletedCategory: string
  session: string
  /** Undoes a completion. */
  undo: string
}

/** Ids that don't exist. */
export const UNKNOWN: Things = {
  task: 999_999,
  other: 999_998,
  deleted: 999_999,
  template: 999_999,
  deletedTemplate: 999_999,
  file: 'nowhere.txt',
  category: 'Nowhere',
  deletedCategory: 'Nowhere',
  session: 'nowhere',
  undo: 'nowhere',
}

/** The bodies of requests whose documented example doesn't fit these objects. */
const BODIES: Record<string, (things: Things) => unknown> = {
  register: () => ({ email: 'new@example.com', password: TEST_PASSWORD }),
  changeDates: ({ task }) => ({ tasks: [{ id: task, startDate: '2027-01-01' }] }),
  changeTasks: ({ task }) => ({ tasks: [{ id: task, priority: 5 }] }),
  deleteTasks: ({ task }) => ({ tasks: [{ id: task }] }),
  restoreTasks: ({ deleted }) => ({ tasks: [{ id: deleted }] }),
  swapTasks: ({ other }) => ({ with: other }),
  pushDown: () => ({ level: 2 }),
  orderLevel: ({ task }) => ({ positions: [{ id: task, position: 0 }] }),
  undo: ({ undo }) => ({ undo }),
  createCategory: () => ({ name: 'Harbour' }),
}

/** Returns a valid request to an operation with these objects. */
export function requestFor(operation: Operation, things: Things): Ask {
  return { values: valuesFor(operation, things), body: bodyFor(operation, things) }
}

/** Returns the path parameters. A path with unknown ones makes the walk fail. */
export function valuesFor({ path }: Operation, things: Things): Values {
  if (path === '/api/categories/{name}/restore') return { name: things.deletedCategory }
  if (path === '/api/templates/{id}/restore') return { id: things.deletedTemplate }
  if (path.startsWith('/api/trash/')) return { kind: 'task', id: things.deleted }
  if (path.startsWith('/api/categories/')) return { name: things.category }
  if (path.startsWith('/api/templates/')) return { id: things.template }
  if (path.startsWith('/api/auth/sessions/')) return { id: things.session }
  if (path === '/api/tasks/{id}/restore') return { id: things.deleted }
  if (path.startsWith('/api/tasks/')) return { id: things.task, name: things.file, level: 5 }
  return {}
}

/** Returns a valid request body: the example in the API document, unless it doesn't fit these objects. */
export function bodyFor({ call }: Operation, things: Things): unknown {
  const body = call.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  return BODIES[call.operationId ?? '']?.(things) ?? Object.values(body?.content ?? {})[0]?.example
}

/** Creates one object of each kind. */
export async function makeThings(client: Client): Promise<Things> {
  const { id: task } = await makeTask(client)
  const { id: other } = await makeTask(client, { priority: 9 })
  const { id: deleted } = await makeTask(client)
  await client.delete(`/api/tasks/${deleted}`)
  const { id: done } = await makeTask(client)
  const { headers } = await client.patch(`/api/tasks/${done}`, { completed: true })
  const { id: template } = await makeTemplate(client, {}, [{ title: 'Plan' }])
  const { id: deletedTemplate } = await makeTemplate(client, {}, [{ title: 'Plan' }])
  await client.delete(`/api/templates/${deletedTemplate}`)
  await client.post('/api/categories', { name: 'Garden' })
  await client.post('/api/categories', { name: 'Pond' })
  await client.delete('/api/categories/Pond')
  await attach(client, task, 'plan.txt')
  const [{ id: session } = { id: '' }] = (await client.get('/api/auth/sessions')).json<SessionInfo[]>()
  return {
    task,
    other,
    deleted,
    template,
    deletedTemplate,
    file: 'plan.txt',
    category: 'Garden',
    deletedCategory: 'Pond',
    session,
    undo: String(headers['x-undo']),
  }
}

/** Returns all of a user's data as one string. */
export async function everythingOf(client: Client, { task, template, file }: Things): Promise<string> {
  const paths = [
    '/api/auth/user',
    '/api/auth/sessions',
    '/api/settings',
    '/api/tasks',
    `/api/tasks/${task}/attachments`,
    `/api/tasks/${task}/attachments/${file}`,
    '/api/categories',
    '/api/templates',
    `/api/templates/${template}`,
    '/api/trash',
  ]
  const answers: string[] = []
  for (const path of paths) answers.push((await client.get(path)).body)
  return answers.join('\n')
}
