import { Socket } from 'node:net'

/** Counts round trips over all connections: the first write, and each first write after a response. */
export type RoundTrips = { count: number; isAnswered: boolean }

/** A socket that counts its round trips. */
export class CountingSocket extends Socket {
  readonly #trips: RoundTrips

  constructor(trips: RoundTrips) {
    super()
    this.#trips = trips
    this.on('data', () => (trips.isAnswered = true))
  }

  override _write(...args: Parameters<Socket['_write']>): void {
    this.#note()
    super._write(...args)
  }

  override _writev(...args: Parameters<NonNullable<Socket['_writev']>>): void {
    this.#note()
    super._writev?.(...args)
  }

  #note(): void {
    if (this.#trips.isAnswered) this.#trips.count++
    this.#trips.isAnswered = false
  }
}
