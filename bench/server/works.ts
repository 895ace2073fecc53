import type { Work } from './load.ts'

const WRITES = 1000

/** Counts across all rounds and servers, because saving the same notes twice writes nothing. */
let step = 0

/** Returns the requests to measure for a user with these task ids and this list ETag. */
export function worksOf(taskIds: readonly number[], listEtag: string): Work[] {
  const next = () => taskIds[step++ % taskIds.length] ?? 0
  return [
    { name: 'one task', request: { path: `/api/tasks/${taskIds[0]}` }, status: 200 },
    { name: 'list', request: { path: '/api/tasks' }, status: 200 },
    {
      name: 'list, unchanged',
      request: { path: '/api/tasks', headers: { 'if-none-match': listEtag } },
      status: 304,
    },
    {
      name: 'create',
      status: 201,
      amount: WRITES,
      request: {
        method: 'POST',
        path: '/api/tasks',
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({ title: `Renew the passports ${step}`, priority: 1 + (step++ % 10) }),
        }),
      },
    },
    {
      name: 'patch',
      status: 200,
      amount: WRITES,
      request: {
        method: 'PATCH',
        setupRequest: (request) => ({
          ...request,
          path: `/api/tasks/${next()}`,
          body: JSON.stringify({ notes: `Spoke to them for the ${step}th time` }),
        }),
      },
    },
  ]
}
