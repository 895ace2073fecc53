import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A network that a test can break: whatever connects to it reaches another server, as long as it passes. */
export type TcpProxy = {
  port: number
  /** Ends every connection, and each new one at once. */
  cut(): void
  /** From now on not a byte comes through, and nobody is told. */
  stall(): void
  /** Ends the connections once so many more bytes have gone to the server; afterwards all is as before. */
  cutOnceAfter(bytes: number): void
  /** Lets everything through again. */
  pass(): void
  /** How many connections were made so far. */
  connections(): number
  close(): Promise<void>
}

/** Starts one on a free port of this machine. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'passing' | 'cut' | 'stalled' = 'passing'
  let bytesLeft = Infinity
  let made = 0
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    made++
    keep(near)
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(targetPort, '127.0.0.1')
    keep(far)
    near.on('data', (bytes) => {
      if (state === 'stalled') return
      bytesLeft -= bytes.length
      if (bytesLeft > 0) {
        far.write(bytes)
        return
      }
      bytesLeft = Infinity
      endAll()
    })
    far.on('data', (bytes) => state === 'stalled' || near.write(bytes))
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut'
      endAll()
    },
    stall: () => void (state = 'stalled'),
    cutOnceAfter: (bytes) => void (bytesLeft = bytes),
    pass: () => void (state = 'passing'),
    connections: () => made,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        endAll()
      }),
  }
}
