/** The parts of autocannon that the benchmark uses. Source: https://github.com/mcollina/autocannon, API. */
declare module 'autocannon' {
  export type Request = {
    method?: 'GET' | 'POST' | 'PATCH'
    path?: string
    headers?: Record<string, string>
    body?: string
    /** Builds each request right before it is sent. */
    setupRequest?: (request: Request) => Request
  }

  type Options = {
    url: string
    connections: number
    /** In seconds; ignored if `amount` is set. */
    duration?: number
    /** The total number of requests. */
    amount?: number
    /** Seconds to wait for a response. */
    timeout?: number
    requests: Request[]
  }

  type Run = PromiseLike<{ errors: number; timeouts: number }> & {
    /** `ms` is from the request's first byte to the response's last. */
    on(event: 'response', hear: (client: object, status: number, bytes: number, ms: number) => void): void
  }

  export default function autocannon(options: Options): Run
}
