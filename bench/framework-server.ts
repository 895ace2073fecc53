// Serves one task like the baseline, but with Tenfold's framework and an optional session lookup, to show how much time
// each of them takes. Arguments: the database file, the user, whether to look up a session, and a port.
import Sqlite from 'better-sqlite3'
import Fastify from 'fastify'

import { securityHeaders } from '../src/server/http/security-headers.ts'

import { FIND_TASK } from './floor-task.ts'

const [file = '', userId = '', what = '', port = ''] = process.argv.slice(2)

const db = new Sqlite(file, { timeout: 5000 })
db.pragma('journal_mode = WAL')
const find = db.prepare<[string, number], string>(FIND_TASK).pluck()
const findSession = db.prepare<[string, string], { sess: string }>(
  `select users.*, sessions.sess from sessions inner join users on users.id = sessions.user_id
    where sessions.user_id = +? and sessions.expire > +?`,
)

const app = Fastify()
app.get('/healthz', () => '{}')
if (what === 'session') {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders(false))
    JSON.parse(findSession.get(userId, new Date().toISOString())?.sess ?? '')
  })
}
app.get<{ Params: { id: string } }>('/api/tasks/:id', async ({ params }, reply) => {
  reply.type('application/json; charset=utf-8')
  return find.get(userId, Number(params.id))
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
