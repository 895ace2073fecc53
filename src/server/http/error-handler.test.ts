import { Readable } from 'node:stream'

import fastify from 'fastify'
import { expect, test } from 'vitest'

import { handleError } from './error-handler.ts'

test('an error before the first byte of a packed list is readable JSON', async () => {
  await using app = fastify()
  app.setErrorHandler(handleError)
  app.get('/list', (_request, reply) => {
    const rows = new Readable({ read: () => rows.destroy(new Error('The disk failed.')) })
    return reply.headers({ 'content-encoding': 'br', etag: '"1"' }).type('application/json').send(rows)
  })
  const response = await app.inject('/list')
  expect(response.statusCode).toBe(500)
  expect(response.headers['content-encoding']).toBe(undefined)
  expect(response.headers.etag).toBe(undefined)
  expect(response.json()).toMatchObject({ code: 'internal' })
})
