import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Things, makeThings, requestFor } from '#tests/support/api-cases.ts'
import { type JsonSchema, ask } from '#tests/support/api-walk.ts'
import { type Client, buildTestApp, signUp } from '#tests/support/build-app.ts'

import { documentOf } from './document.ts'
import { operationsOf } from './operations.ts'

const server = await buildTestApp()
afterAll(() => server.close())

const { app } = server
const parameters = operationsOf(documentOf(app)).flatMap((operation) =>
  ((operation.call.parameters ?? []) as OpenAPIV3_1.ParameterObject[]).map(
    (parameter) => [`${operation.method} ${operation.path}`, parameter.name, operation, parameter] as const,
  ),
)

let ada: Client
let adas: Things
beforeAll(async () => {
  ada = await signUp(server)
  adas = await makeThings(ada)
})

it.each(parameters)('%s rejects a value outside the bounds of %s', async (_, name, operation, parameter) => {
  const { maxLength = 0 } = parameter.schema as JsonSchema
  const wrong = 'x'.repeat(maxLength + 1)
  const { values, body } = requestFor(operation, adas)
  const response = await ask(app, ada, operation, {
    values: { ...values, ...(parameter.in === 'path' && { [name]: wrong }) },
    query: parameter.in === 'query' ? { [name]: wrong } : {},
    headers: parameter.in === 'header' ? { [name]: wrong } : {},
    body,
  })
  expect(parameter.in === 'path' ? [400, 404] : [400]).toContain(response.statusCode)
})
