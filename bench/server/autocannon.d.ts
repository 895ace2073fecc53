/** What the bench uses of it. Source: https://github.com/mcollina/autocannon, API. */
declare module 'autocannon' {
  export type Request = {
    method?: 'GET' | 'POST' | 'PATCH'
    path?: string
    headers?: Record<string, string>
    body?: string
    /** Makes each request anew, right before it is sent. */
    setupRequest?: (request: Request) => Request
  }

  type Options = {
    url: string
    connections: number
    /** Seconds; without effect where there is an amount. */
    duration?: number
    /** How many requests in all. */
    amount?: number
    requests: Request[]
  }

  type Run = PromiseLike<{ errors: number; timeouts: number }> & {
    /** `ms` is from the request's first byte to the answer's last. */
    on(event: 'response', hear: (client: object, status: number, bytes: number, ms: number) => void): void
  }

  export default function autocannon(options: Options): Run
}
