// `npm run bench:streams`: opens 10,000 event streams from another process. Measures the server's memory and how long a change
// takes to reach the last stream. Exits with 1 if a target is missed. Source: faults F13.
import { readFile } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'

import { noteFigures } from '../tests/support/figures.ts'
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
        if (!person) throw new Error('No user was created.')
        return open(person)
      }),
    )
  }
  const opened = await residentMegabytes(server)
  const one = await timeToLast(people.slice(0, 1))
  const all = await timeToLast(people)
  const after = await residentMegabytes(server)
  console.log(`${STREAMS} streams of ${USERS} users`)
  console.log(
    `  server memory: idle ${idle} MB, after registration ${registered} MB, all streams open ${opened} MB, after the events ${after} MB`,
  )
  console.log(`  one user’s change reaches the last of their ${STREAMS / USERS} streams after ${one} ms`)
  console.log(`  changes of all ${USERS} users at once reach the last stream after ${all} ms`)
  noteFigures({ runs: STREAMS, seconds: all / 1000 })
  const isKept = Math.max(opened, after) < RSS_MB_MAX && all < EVENT_MS_MAX
  console.log(isKept ? 'All targets met.' : `MISSED: the targets are ${RSS_MB_MAX} MB and ${EVENT_MS_MAX} ms`)
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
    if (response.status !== 201) throw new Error(`registration returned ${response.status}`)
    people.push({ cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', streams: [] })
  }
  return people
}

/** Opens a stream and waits for its start. */
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

/** Adds a task for each user, all at the same time. Returns the time in ms until every stream has received its event. */
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
