// `npm run bench:streams`: 10,000 open streams of events on one server, read by another process: what they take, and how
// long a change is on its way to the last of them. Exits with 1 when a promise is not kept. Source: faults F13.
import { readFile } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'

import { type TestServer, startTestServer } from '../tests/support/server.ts'

const STREAMS = 10_000
const USERS = 100
const OPENED_AT_ONCE = 200
const RSS_MB_MAX = 300
const EVENT_MS_MAX = 1000

type Person = { cookie: string; streams: Stream[] }
type Stream = { socket: Socket; heard: number }

const server = await startTestServer({ LOG_LEVEL: 'error' })
try {
  const idle = await residentMegabytes(server)
  const people = await registerAll()
  const registered = await residentMegabytes(server)
  for (let first = 0; first < STREAMS; first += OPENED_AT_ONCE) {
    await Promise.all(
      Array.from({ length: OPENED_AT_ONCE }, (_, index) => {
        const person = people[(first + index) % USERS]
        if (!person) throw new Error('There is nobody.')
        return open(person)
      }),
    )
  }
  const opened = await residentMegabytes(server)
  const one = await timeToLast(people.slice(0, 1))
  const all = await timeToLast(people)
  const after = await residentMegabytes(server)
  console.log(`${STREAMS} streams of ${USERS} people`)
  console.log(
    `  memory of the server: idle ${idle} MB, with the people ${registered} MB, all open ${opened} MB, after the events ${after} MB`,
  )
  console.log(`  a change of one person is at the last of their ${STREAMS / USERS} streams after ${one} ms`)
  console.log(`  a change of each of the ${USERS} at once is at the last of all streams after ${all} ms`)
  const isKept = Math.max(opened, after) < RSS_MB_MAX && all < EVENT_MS_MAX
  console.log(isKept ? 'All is kept.' : `NOT KEPT: under ${RSS_MB_MAX} MB, within ${EVENT_MS_MAX} ms`)
  process.exitCode = isKept ? 0 : 1
  for (const { streams } of people) for (const { socket } of streams) socket.destroy()
} finally {
  await server.discard()
}

async function registerAll(): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 0; number < USERS; number++) {
    const response = await fetch(`${server.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person${number}@example.com`, password: 'a quiet green harbour' }),
    })
    if (response.status !== 201) throw new Error(`signing up answered ${response.status}`)
    people.push({ cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', streams: [] })
  }
  return people
}

/** Opens a stream, and waits until it has begun. */
function open({ cookie, streams }: Person): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const stream = { socket, heard: 0 }
  streams.push(stream)
  return new Promise((begun, failed) => {
    socket.on('error', failed)
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (text.includes('\nid: ')) begun()
      stream.heard += text.split('event: change').length - 1
    })
    socket.write(`GET /api/events HTTP/1.1\r\nHost: tenfold\r\nCookie: ${cookie}\r\n\r\n`)
  })
}

/** Has these people add a task each, at once, and answers after how many ms the last stream of each has heard of it. */
async function timeToLast(people: readonly Person[]): Promise<number> {
  const streams = people.flatMap((person) => person.streams)
  const wanted = streams.map((stream) => stream.heard + 1)
  const begun = performance.now()
  await Promise.all(
    people.map(({ cookie }) =>
      fetch(`${server.url}/api/tasks`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Renew passports' }),
      }),
    ),
  )
  while (streams.some((stream, index) => stream.heard < (wanted[index] ?? 0))) {
    if (performance.now() - begun > 10 * EVENT_MS_MAX) return Infinity
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return Math.round(performance.now() - begun)
}

async function residentMegabytes(server: TestServer): Promise<number> {
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}
