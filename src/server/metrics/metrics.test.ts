import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'

import { type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import type { Config } from '../config.ts'
import { groupCommitSize, withRequestId } from '../db/meters.ts'

const TOKEN = 'the token of the metrics, 32 or more characters'
const LOCAL = { host: '127.0.0.1:3000' }

let server: TestApp
beforeEach(async () => {
  server = await buildTestApp()
})
afterEach(() => server.close())

async function restart(config: Partial<Config>): Promise<void> {
  await server.close()
  server = await buildTestApp({ config })
}

const scrape = (headers: Record<string, string> = LOCAL, more: InjectOptions = {}) =>
  server.app.inject({ method: 'GET', url: '/metrics', headers, ...more })

/** Requests the metrics through a trusted proxy and returns the status. */
async function from(authorization: string): Promise<number> {
  const headers = { host: 'tasks.example.com', 'x-forwarded-for': '192.0.2.1', authorization }
  return (await scrape(headers, { remoteAddress: '10.0.0.1' })).statusCode
}

describe('access to the metrics', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('works from %s', async (remoteAddress) => {
    const response = await scrape(LOCAL, { remoteAddress })
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it.each(['192.168.1.5', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1'])(
    'is refused from %s',
    async (remoteAddress) => {
      const forged = { ...LOCAL, 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }
      const answers = [await scrape(LOCAL, { remoteAddress }), await scrape(forged, { remoteAddress })]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403])
      expect(answers[0]?.json()).toMatchObject({ code: 'refused' })
    },
  )

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['host', 'tasks.example.com'],
  ])('is refused for a proxy on this machine that sends %s', async (name, value) => {
    expect((await scrape({ ...LOCAL, [name]: value })).statusCode).toBe(403)
  })

  it('is refused from this machine when a trusted proxy can run there', async () => {
    await restart({ trustedProxies: ['127.0.0.0/8'] })
    expect((await scrape()).statusCode).toBe(403)
  })

  it('does not trust an address that a trusted proxy forwards', async () => {
    await restart({ trustedProxies: ['10.0.0.0/8'] })
    const forwarded = { ...LOCAL, 'x-forwarded-for': '127.0.0.1' }
    expect((await scrape(forwarded, { remoteAddress: '10.0.0.1' })).statusCode).toBe(403)
  })

  it('works from anywhere with the token, and with no other token', async () => {
    await restart({ metricsToken: TOKEN, trustedProxies: ['10.0.0.0/8'] })
    expect(await from(`Bearer ${TOKEN}`)).toBe(200)
    for (const wrong of [
      '',
      TOKEN,
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
    ])
      expect([wrong, await from(wrong)]).toEqual([wrong, 403])
  })

  it('is refused with any token if no token is configured', async () => {
    const headers = { host: 'tasks.example.com', authorization: 'Bearer ' }
    expect((await scrape(headers)).statusCode).toBe(403)
  })
})

describe('the metrics', () => {
  it('count requests by method, route pattern and status, without user data', async () => {
    const client = await signUp(server, 'ada@example.com')
    const task = await makeTask(client, { title: 'Harbour plan', category: 'Secret' })
    await client.get(`/api/tasks/${task.id}`)
    await client.get('/api/tasks/999999')
    await client.get('/api/nothing/harbour?word=harbour')
    const { body } = await scrape()
    expect(body).toContain(
      'tenfold_request_seconds_count{method="GET",route="/api/tasks/:id",status="2xx"} 1',
    )
    expect(body).toContain(
      'tenfold_request_seconds_count{method="GET",route="/api/tasks/:id",status="4xx"} 1',
    )
    expect(body).toContain('tenfold_request_seconds_count{method="POST",route="/api/tasks",status="2xx"} 1')
    expect(body).not.toMatch(/harbour|ada@|secret|tasks\/\d/i)
    expect(body).not.toContain(task.userId)
  })

  it('cover queues, the event loop, streams, connections, commits, files and memory', async () => {
    groupCommitSize.observe(3)
    await until(async () => expect((await scrape()).body).toContain('tenfold_file_bytes{file="attachments"}'))
    const { body } = await scrape()
    for (const name of [
      'tenfold_queue_waiting{queue="changes"} 0',
      'tenfold_queue_waiting{queue="passwords"} 0',
      'tenfold_event_loop_delay_seconds{quantile="0.99"}',
      'tenfold_event_streams 0',
      'tenfold_database_connections{state="waiting"} 0',
      'tenfold_group_commit_commands_bucket{le="4"}',
      'tenfold_slow_statements_total 0',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect(body).toContain(name)
    if (TEST_DIALECT === 'postgres') expect(body).toMatch(/tenfold_file_bytes{file="database"} [1-9]/)
  })
})

test('a slow statement is logged with the request and without values', async () => {
  await restart({ slowStatementMs: 1 })
  const slow =
    TEST_DIALECT === 'postgres'
      ? sql`select pg_sleep(0.05), ${'a value'}::text`
      : sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
          select max(i), ${'a value'} from n`
  await withRequestId('a-request', () => slow.execute(server.db))
  const lines = server.log.filter((line) => line.includes('"slow statement"')).map((line) => JSON.parse(line))
  const line = lines.find(({ request }) => request === 'a-request')
  expect(line).toMatchObject({ level: 'warn', ms: expect.any(Number) })
  expect(line.ms).toBeGreaterThan(1)
  expect(line.statement).toMatch(TEST_DIALECT === 'postgres' ? /^select pg_sleep/ : /^with recursive/)
  expect(JSON.stringify(lines)).not.toContain('a value')
})

test('a slow statement of a request is logged with the id of the request', async () => {
  await restart({ slowStatementMs: 0 })
  const client = await signUp(server)
  server.log.length = 0
  await makeTask(client, { title: 'Harbour plan' })
  const lines = server.log.map((line) => JSON.parse(line) as Record<string, string>)
  const { request } = lines.find(({ msg }) => msg === 'request') ?? {}
  // Tasks in the background, such as sweeps, also run statements.
  const slow = lines.filter(({ msg, request: id }) => msg === 'slow statement' && id !== undefined)
  expect(slow.some(({ statement }) => statement?.startsWith('insert into "tasks"'))).toBe(true)
  expect(new Set(slow.map((line) => line['request']))).toEqual(new Set([request]))
  expect(JSON.stringify(slow)).not.toContain('Harbour')
})
