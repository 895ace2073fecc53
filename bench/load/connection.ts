import { type Socket, connect } from 'node:net'

/** A response, decoded as Latin-1: each character is one byte. */
export type Answer = { status: number; head: string; body: string }

const ANSWER_MS_MAX = 60_000
const LATIN1 = 'latin1'

/**
 * A keep-alive connection that sends one request at a time. The connection uses a fraction of an HTTP client's CPU
 * time, so one process can send more requests than the server can process.
 */
export class Connection {
  isFree = true
  isOpen = true
  readonly #socket: Socket
  #answered: ((answer: Answer | null) => void) | null = null
  #received = ''
  /** Where the response ends, or null before its head has arrived. */
  #end: number | null = null

  constructor(url: URL) {
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    this.#socket.setEncoding(LATIN1)
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('error', () => undefined)
    this.#socket.on('timeout', () => this.#answered && this.#socket.destroy())
    this.#socket.on('close', () => {
      this.isOpen = false
      this.#answer(null)
    })
    this.#socket.setTimeout(ANSWER_MS_MAX)
  }

  /** Sends a request. Resolves to null if the connection breaks or the response takes over a minute. */
  send(text: string): Promise<Answer | null> {
    this.isFree = false
    const { promise, resolve } = Promise.withResolvers<Answer | null>()
    this.#answered = resolve
    this.#socket.write(text)
    return promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    this.#received += text
    this.#end ??= endOf(this.#received)
    if (this.#end === null || this.#received.length < this.#end) return
    const received = this.#received
    const bodyAt = received.indexOf('\r\n\r\n') + 4
    this.#received = ''
    this.#end = null
    this.#answer({
      status: statusOf(received),
      head: received.slice(0, bodyAt),
      body: received.slice(bodyAt),
    })
  }

  #answer(answer: Answer | null): void {
    const answered = this.#answered
    this.#answered = null
    this.isFree = true
    answered?.(answer)
  }
}

function statusOf(received: string): number {
  return Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
}

function endOf(received: string): number | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  if ([204, 304].includes(statusOf(received))) return headEnd + 4
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1]
  if (length === undefined) throw new Error('A response has no length.')
  return headEnd + 4 + Number(length)
}
