// A minimal server with the same responses as Tenfold: node:http on the same database file, without a framework or
// sessions. The server's statements are as durable as Tenfold's and record each change; SQLite builds the JSON. As in
// Tenfold (server/db/sqlite.ts), each parameter is inside an expression (`+?`). Otherwise, SQLite would recompile a
// statement whenever a value could affect the plan. Arguments: the database file, the user, and a port.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { json } from 'node:stream/consumers'

import Sqlite from 'better-sqlite3'

import { FIND_TASK, TASK } from './floor-task.ts'

const [file = '', userId = '', port = ''] = process.argv.slice(2)

const db = new Sqlite(file, { timeout: 5000 })
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.pragma('foreign_keys = ON')

const find = db.prepare<[string, number], string>(FIND_TASK).pluck()
// Sorts before building the JSON, because sorting JSON takes 25% longer.
const list = db
  .prepare<[string], string>(
    `select json_group_array(${TASK}) from
      (select * from tasks where user_id = +? order by priority, position, id)`,
  )
  .pluck()
const insert = db
  .prepare<[string, string, number, string, string], number>(
    `insert into tasks (user_id, title, priority, category, progress, dependencies, attachments, completed, position,
      is_recurring, recurrence_forward_content, elapsed_time, version, created_at, updated_at)
      values (+?, +?, +?, 'Task', 0, '[]', '[]', 0, 1000, 0, 0, 0, 1, +?, +?) returning id`,
  )
  .pluck()
const update = db.prepare<[string, string, string, number]>(
  'update tasks set notes = +?, version = version + 1, updated_at = +? where user_id = +? and id = +?',
)
const insertChange = db
  .prepare<{ userId: string; entity: string }, number>(
    `insert into changes (user_id, number, kind, entity, version, deleted)
      values (+@userId, (select coalesce(max(number), 0) from changes where user_id = +@userId) + 1, 'task', +@entity, 1, 0)
      returning number`,
  )
  .pluck()
const forgetChanges = db.prepare<[string, number]>('delete from changes where user_id = +? and number < +?')

type TaskDraft = { title: string; priority: number }

const create = db.transaction(({ title, priority }: TaskDraft) => {
  const now = new Date().toISOString()
  const id = insert.get(userId, title, priority, now, now) ?? 0
  record(id)
  return find.get(userId, id)
})

const patch = db.transaction((id: number, { notes }: { notes: string }) => {
  update.run(notes, new Date().toISOString(), userId, id)
  record(id)
  return find.get(userId, id)
})

function record(id: number): void {
  const number = insertChange.get({ userId, entity: String(id) }) ?? 0
  if (number % 100 === 0) forgetChanges.run(userId, number - 1000)
}

const server = createServer((request, response) => {
  const { method, url = '' } = request
  if (method === 'GET') answer(response, 200, read(url))
  else void write(request, response)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

function read(url: string): string {
  if (url === '/healthz') return '{}'
  return (url === '/api/tasks' ? list.get(userId) : find.get(userId, idOf(url))) ?? ''
}

async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await json(request)
  if (request.method === 'POST') answer(response, 201, create.immediate(body as TaskDraft))
  else answer(response, 200, patch.immediate(idOf(request.url ?? ''), body as { notes: string }))
}

function idOf(url: string): number {
  return Number(url.slice('/api/tasks/'.length))
}

function answer(response: ServerResponse, status: number, text = ''): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
