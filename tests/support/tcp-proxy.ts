import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A line to a server that can be cut or held up; a browser's own offline switch leaves open streams alone. */
export type TcpProxy = {
  url: string
  /** Cuts every connection, and each new one, until `heal`. */
  cut(): void
  /** Passes nothing more on, without a word, on the connections there are. New ones are passed. */
  stall(): void
  heal(): void
  close(): Promise<void>
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect({ host: hostname, port: Number(port) })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      destroyAll()
    },
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    heal: () => {
      isCut = false
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        destroyAll()
      }),
  }
}
