import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'

import { type Issue, TenfoldError, notFound } from '#domain/error.ts'

/** Checks a part of a request by its Zod schema. A path whose parameters cannot be is a path to nothing. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (value: unknown) => {
    const kind = schema.def.type === 'array' ? 'list' : 'object'
    if (httpPart === 'body' && kindOf(value) !== kind) {
      return { error: new TenfoldError('invalid', `Send a JSON ${kind}.`) }
    }
    const result = schema.safeParse(value)
    if (result.success) return { value: result.data }
    return { error: httpPart === 'params' ? notFound() : zodToError(result.error) }
  }
}

/** The stores map rows exactly to what is answered, so answers are written as they are: checking them costs more than making them. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = () => (value: unknown) =>
  JSON.stringify(value)

function kindOf(value: unknown): 'list' | 'object' | null {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'object' : null
}

function zodToError(error: z.ZodError): TenfoldError {
  const issues: Issue[] = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new TenfoldError('invalid', issues[0]?.message ?? 'The request is wrong.', { issues })
}
