import type { FastifyInstance } from 'fastify'

import { documentOf } from '#server/http/openapi/document.ts'
import { operationsOf } from '#server/http/openapi/operations.ts'

type Listed = { method: string; path: RegExp; statuses: Set<string> }

/** Cached, because listing takes 100 ms and all apps have the same operations. Paths without parameters come first. */
let operations: Listed[] | null = null

/**
 * Throws if the OpenAPI document lists the call but not the status of its response. HEAD counts as GET. The document
 * describes 405 once for all paths.
 */
export function expectDocumentedStatus(
  app: FastifyInstance,
  method: string,
  url: string,
  status: number,
): void {
  const [path = ''] = url.split('?', 1)
  operations ??= listOperations(app)
  const call = operations.find(
    (one) => one.method === (method === 'HEAD' ? 'GET' : method) && one.path.test(path),
  )
  if (!call || status === 405 || call.statuses.has(String(status))) return
  throw new Error(`${method} ${url} answers ${status}, but the document lists ${[...call.statuses].join()}.`)
}

function listOperations(app: FastifyInstance): Listed[] {
  return operationsOf(documentOf(app))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
    .map(({ method, path, call }) => ({
      method,
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      statuses: new Set(Object.keys(call.responses ?? {})),
    }))
}
