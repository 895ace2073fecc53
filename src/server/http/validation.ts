import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'

import { type Issue, TenfoldError, notFound } from '#domain/error.ts'

/** Validates a part of a request. Invalid path parameters are reported as not found. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (value: unknown) => {
    const kind = schema.def.type === 'array' ? 'list' : 'object'
    if (httpPart === 'body' && kindOf(value) !== kind) {
      return {
        error: new TenfoldError('invalid', `The body must be a JSON ${kind}. Correct it and try again.`),
      }
    }
    const result = schema.safeParse(value, { error: typeMessage })
    if (result.success) return { value: result.data }
    return { error: httpPart === 'params' ? notFound() : zodToError(result.error) }
  }
}

/** Serializes responses without validation: stores already map rows exactly, and checking costs more than reading. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = () => (value: unknown) =>
  JSON.stringify(value)

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
}

/** Returns the message for a wrong type, for schemas that have none. */
function typeMessage({ code, expected }: z.core.$ZodRawIssue): string | undefined {
  return code === 'invalid_type' ? `Must be ${TYPES[expected] ?? 'another type'}.` : undefined
}

function kindOf(value: unknown): 'list' | 'object' | null {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'object' : null
}

function zodToError(error: z.ZodError): TenfoldError {
  const issues: Issue[] = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new TenfoldError(
    'invalid',
    issues[0]?.message ?? 'The request is invalid. Correct it and try again.',
    { issues },
  )
}
