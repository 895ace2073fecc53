import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'

/** A reverse proxy that passes each request to the next server, and skips servers that are down. */
export type RoundRobin = {
  url: string
  /** The number of requests per server, by its address. */
  counts: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * Starts the proxy.
 * @param port to listen on, because servers must know their public address before they start
 */
export async function startRoundRobin(port: number, servers: readonly string[]): Promise<RoundRobin> {
  const counts = new Map(servers.map((url) => [url, 0]))
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const order = servers.map((_, index) => servers[(turn + index) % servers.length] ?? '')
    turn++
    void forward(incoming, outgoing, order, (url) => counts.set(url, (counts.get(url) ?? 0) + 1))
  })
  await new Promise<void>((listening) => proxy.listen(port, '127.0.0.1', listening))
  const address = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    close: () =>
      new Promise((closed) => {
        proxy.close(() => closed())
        proxy.closeAllConnections()
      }),
  }
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  servers: readonly string[],
  onChosen: (url: string) => void,
): Promise<void> {
  for (const url of servers) {
    const socket = await connectTo(url)
    if (!socket) continue
    onChosen(url)
    const { method, url: path, headers, socket: client } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': client.remoteAddress ?? '' }
    const upstream = request({ method, path, headers: forwarded, createConnection: () => socket })
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy()).pipe(outgoing)
    })
    // The server may have processed the request, so only the client can decide to retry.
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
    return
  }
  outgoing.writeHead(502).end()
}

/** Connects to a server, or returns null when it is down. */
function connectTo(url: string): Promise<Socket | null> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}
