import type { Client } from './build-app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Sends a page's request to the real server of a test without the network. Replaces the browser's `fetch`. */
export async function fetchFrom(client: Client, path: string, init: RequestInit = {}): Promise<Response> {
  const method = (init.method ?? 'GET') as Method
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const headers = Object.fromEntries(new Headers(init.headers))
  const response = await send(client, method, path, body, headers)
  const answered = Object.entries(response.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return new Response(response.statusCode === 204 ? null : response.body, {
    status: response.statusCode,
    headers: answered,
  })
}

function send(client: Client, method: Method, path: string, body: unknown, headers: Record<string, string>) {
  if (method === 'GET') return client.get(path, headers)
  if (method === 'DELETE') return client.delete(path, headers)
  return method === 'POST' ? client.post(path, body, headers) : client.patch(path, body, headers)
}
