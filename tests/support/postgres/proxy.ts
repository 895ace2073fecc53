import { join } from 'node:path'

import { type TcpProxy, startTcpProxy } from '../tcp-proxy.ts'

const PORT = '5432'

/** The text by which a proxy recognizes a commit. */
export const COMMIT = 'commit\0'

/** Starts a proxy in front of a PostgreSQL server. `url` is the address of the same database through it. */
export async function startPostgresProxy(url: string): Promise<TcpProxy & { url: string }> {
  const direct = new URL(url)
  const folder = direct.searchParams.get('host')
  const port = direct.port || PORT
  const proxy = await startTcpProxy(folder ? join(folder, `.s.PGSQL.${port}`) : Number(port))
  const user = direct.searchParams.get('user') ?? direct.username
  const password = direct.password && `:${direct.password}`
  return { ...proxy, url: `postgres://${user}${password}@127.0.0.1:${proxy.port}${direct.pathname}` }
}
