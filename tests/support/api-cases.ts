import type { SessionInfo } from '#domain/account.ts'
import type { Operation } from '#server/openapi/operations.ts'

import type { Ask, Values } from './api-walk.ts'
import { attach } from './attachments.ts'
import { type Client, TEST_PASSWORD } from './build-app.ts'
import { makeTask } from './tasks.ts'
import { makeTemplate } from './templates.ts'

/** What a user has, one of each kind. */
export type Things = { task: number; template: number; file: string; category: string; session: string }

/** What nobody has. */
export const UNKNOWN: Things = {
  task: 999_999,
  template: 999_999,
  file: 'nowhere.txt',
  category: 'Nowhere',
  session: 'nowhere',
}

/** A right body for each call that takes one: a new call that is not here fails the walk. */
const BODIES: Record<string, (things: Things) => unknown> = {
  register: () => ({ email: 'new@example.com', password: TEST_PASSWORD }),
  signIn: () => ({ email: 'ada@example.com', password: TEST_PASSWORD }),
  changePassword: () => ({ currentPassword: TEST_PASSWORD, newPassword: 'another green harbour' }),
  deleteAccount: () => ({ password: TEST_PASSWORD }),
  linkProvider: () => ({ password: TEST_PASSWORD }),
  createTask: () => ({ title: 'New' }),
  changeTask: () => ({ notes: 'Changed' }),
  orderLevel: ({ task }) => ({ positions: [{ id: task, position: 0 }] }),
  addAttachment: () => 'bytes',
  createCategory: () => ({ name: 'Harbour' }),
  createTemplate: () => ({ name: 'New' }),
  setTemplateTasks: () => [{ title: 'New' }],
  instantiateTemplate: () => ({ projectName: 'New' }),
}

/** A right request of a call, about these things. */
export function requestFor(operation: Operation, things: Things): Ask {
  return { values: valuesFor(operation, things), body: bodyFor(operation, things) }
}

/** What stands in the braces of a path: a path with others fails the walk. */
export function valuesFor({ path }: Operation, things: Things): Values {
  if (path.startsWith('/api/categories/')) return { name: things.category }
  if (path.startsWith('/api/templates/')) return { id: things.template }
  if (path.startsWith('/api/auth/sessions/')) return { id: things.session }
  if (path.startsWith('/api/tasks/')) return { id: things.task, name: things.file, level: 5 }
  return {}
}

export function bodyFor({ method, path, call }: Operation, things: Things): unknown {
  if (!call.requestBody) return undefined
  const body = BODIES[call.operationId ?? '']
  if (!body) throw new Error(`${method} ${path} has no body in this walk`)
  return body(things)
}

/** Makes one thing of each kind. */
export async function makeThings(client: Client): Promise<Things> {
  const { id: task } = await makeTask(client)
  const { id: template } = await makeTemplate(client, {}, [{ title: 'Plan' }])
  await client.post('/api/categories', { name: 'Garden' })
  await attach(client, task, 'plan.txt')
  const [{ id: session } = { id: '' }] = (await client.get('/api/auth/sessions')).json<SessionInfo[]>()
  return { task, template, file: 'plan.txt', category: 'Garden', session }
}

/** Everything a user has, as one text. */
export async function everythingOf(client: Client, { task, template, file }: Things): Promise<string> {
  const paths = [
    '/api/auth/user',
    '/api/auth/sessions',
    '/api/tasks',
    `/api/tasks/${task}/attachments`,
    `/api/tasks/${task}/attachments/${file}`,
    '/api/categories',
    '/api/templates',
    `/api/templates/${template}`,
  ]
  const answers: string[] = []
  for (const path of paths) answers.push((await client.get(path)).body)
  return answers.join('\n')
}
