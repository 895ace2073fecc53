import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type AnsweringServer = { url: string; close: () => Promise<void> }

/** Starts a server on a free local port. `answer` handles every request. */
export async function startAnsweringServer(answer: RequestListener): Promise<AnsweringServer> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
