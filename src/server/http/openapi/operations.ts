import type { OpenAPIV3_1 } from 'openapi-types'

export type Operation = { method: string; path: string; call: OpenAPIV3_1.OperationObject }

export function answersOf({ call }: Operation): [status: string, answer: OpenAPIV3_1.ResponseObject][] {
  return Object.entries(call.responses ?? {}) as [string, OpenAPIV3_1.ResponseObject][]
}

export function operationsOf({ paths = {} }: OpenAPIV3_1.Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(methods).map(([method, call]) => ({
      method: method.toUpperCase(),
      path,
      call: call as OpenAPIV3_1.OperationObject,
    })),
  )
}
