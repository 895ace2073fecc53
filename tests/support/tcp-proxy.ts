import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A network that a test can break. Forwards connections to another server unless the test stops it. */
export type TcpProxy = {
  port: number
  /** Closes all connections, and every new connection immediately. */
  cut(): void
  /** Silently drops every byte from now on. */
  stall(): void
  /** Closes the connections once a number of bytes has been sent to the server. Later connections work again. */
  cutOnceAfter(bytes: number): void
  /**
   * Delivers the next message that contains this text and loses the response by closing the connection when it arrives.
   * @param isCutAfter whether to close new connections immediately, until `pass` is called
   */
  loseAnswerTo(text: string, isCutAfter?: boolean): void
  /** Closes every connection at the next message that contains this text, without delivering the message. */
  loseMessage(text: string): void
  /** Closes the client's side at the next message that contains this text. `deliver` delivers the message. */
  delayMessage(text: string): { deliver(): void }
  /** Lets everything through again. */
  pass(): void
  /** The number of connections so far. */
  connections(): number
  close(): Promise<void>
}

/** Both sides of a connection, and an undelivered message. */
type Link = { near: Socket; far: Socket; bytes: Buffer }

/**
 * Starts a proxy on a free local port.
 * @param target a local port, or the path of a socket
 */
export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'passing' | 'cut' | 'stalled' = 'passing'
  let bytesLeft = Infinity
  let made = 0
  let trap: { text: string; spring: (link: Link) => void } | null = null
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
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    keep(far)
    near.on('data', (bytes: Buffer) => {
      if (state === 'stalled') return
      if (trap && bytes.includes(trap.text)) {
        const { spring } = trap
        trap = null
        spring({ near, far, bytes })
        return
      }
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
    loseAnswerTo: (text, isCutAfter = false) => {
      const spring = ({ far, bytes }: Link) => {
        far.removeAllListeners('data').once('data', () => {
          if (isCutAfter) state = 'cut'
          endAll()
        })
        far.write(bytes)
      }
      trap = { text, spring }
    },
    loseMessage: (text) => {
      trap = { text, spring: endAll }
    },
    delayMessage: (text) => {
      let held: (() => void) | null = null
      const spring = ({ near, far, bytes }: Link) => {
        near.removeAllListeners('close').destroy()
        held = () => void far.end(bytes)
      }
      trap = { text, spring }
      return { deliver: () => held?.() }
    },
    pass: () => void (state = 'passing'),
    connections: () => made,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        endAll()
      }),
  }
}
