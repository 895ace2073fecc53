import { readFileSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'

import { sessionCookieName, tokenToSid } from '../../src/server/auth/session-cookie.ts'
import { readConfig } from '../../src/server/config.ts'
import { collectGarbage } from '../server/process.ts'
import { usageOf, usedSince } from './in-turn.ts'
import { SECRET, type Side } from './sides.ts'

/** The size of a table, including its indexes, in bytes. */
export type TableSize = { table: string; rows: number; bytes: number; indexBytes: number }

export type StreamCost = {
  streams: number
  /** Server memory for each open stream, in bytes. */
  bytes: number
  /** CPU time of all idle streams per minute, in ms. */
  server: number
  database: number
  /** Open PostgreSQL connections, including the one that listens. */
  connections: number
}

const USERS = 1000
const STREAMS_PER_USER = 2
const IDLE_S = 20
const TOKEN_LENGTH = 43

/** Lists the tables, largest first. */
export async function readSizes(side: Side): Promise<TableSize[]> {
  const query =
    side.dialect === 'postgres'
      ? sql<TableSize>`select relname as table, greatest(reltuples, 0)::bigint as rows,
            pg_total_relation_size(oid) as bytes, pg_indexes_size(oid) as "indexBytes"
          from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
      : sql<TableSize>`
          select case when tbl_name like 'task_words%' then 'task_words' else tbl_name end as "table", 0 as "rows",
            sum(pgsize) as bytes, sum(case when type = 'index' then pgsize else 0 end) as "indexBytes"
          from dbstat join sqlite_schema using (name) where aggregate = true group by 1`
  const { rows } = await query.execute(side.db)
  for (const row of rows) if (side.dialect === 'sqlite') row.rows = await countRows(side, row.table)
  return rows.filter(({ rows }) => rows > 0).toSorted((a, b) => b.bytes - a.bytes)
}

async function countRows(side: Side, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    side.db,
  )
  return rows[0]?.count ?? 0
}

/** Opens two streams for each of a thousand users, and measures what they cost while nothing changes. */
export async function measureStreams(side: Side): Promise<StreamCost> {
  const cookies = await addSessions(side)
  await collectGarbage(side.server.pid())
  const before = residentBytes(side)
  const sockets: Socket[] = []
  for (const cookie of cookies) {
    sockets.push(...(await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => open(side, cookie)))))
  }
  await collectGarbage(side.server.pid())
  const bytes = (residentBytes(side) - before) / sockets.length
  const begun = await usageOf(side)
  await delay(IDLE_S * 1000)
  const used = usedSince(begun, await usageOf(side))
  const connections = (await side.databasePids()).length
  for (const socket of sockets) socket.destroy()
  const perMinute = (ms: number) => (ms / IDLE_S) * 60
  return {
    streams: sockets.length,
    bytes,
    server: perMinute(used.server),
    database: perMinute(used.database),
    connections,
  }
}

async function addSessions({ db, userId }: Side): Promise<string[]> {
  const config = { ...readConfig({}), sessionSecret: SECRET }
  const users = await db.selectFrom('users').select('id').where('id', '<>', userId).limit(USERS).execute()
  const tokens = users.map(({ id }) => id.padEnd(TOKEN_LENGTH, '_'))
  const time = new Date().toISOString()
  const sess = JSON.stringify({ createdAt: time, lastUsedAt: time, userAgent: null })
  const expire = new Date(Date.now() + 86_400_000).toISOString()
  const rows = tokens.map((token, index) => ({
    sid: tokenToSid(token, config),
    user_id: users[index]?.id ?? '',
    sess,
    expire,
  }))
  await db.insertInto('sessions').values(rows).execute()
  return tokens.map((token) => `${sessionCookieName(config)}=${token}`)
}

function open({ server }: Side, cookie: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  socket.on('error', reject)
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1')
    if (text.includes('\nid: ')) resolve(socket)
    else if (!/ 200 /.test(text.slice(0, 20)) && text.startsWith('HTTP'))
      reject(new Error(text.slice(0, 200)))
  })
  socket.write(`GET /api/events HTTP/1.1\r\nHost: tenfold\r\nCookie: ${cookie}\r\n\r\n`)
  return promise
}

function residentBytes({ server }: Side): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
