import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { unzipSync } from 'fflate'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

import { type AppOptions, buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/schema.ts'
import { openFiles } from '#server/files/open-files.ts'

/** The time at which a fixture's responses were recorded. The fixture's sessions are valid then. */
export const RECORDED_AT = '2026-11-20T12:00:00.000Z'

export const FIXTURE_PASSWORD = 'a quiet green harbour'

/** The users in a fixture who have a password. */
export const FIXTURE_PEOPLE = ['ada@example.com', 'bob@example.com']

/** This isn't a real secret: a fixture's sessions are valid only in tests. */
const FIXTURE_SECRET = 'the session secret of the fixtures'

const CHEAP: AppOptions['passwordCosts'] = { memory: 64, passes: 1, parallelism: 1 }

/** The folder of a release's fixture. */
export function fixtureFolder(release: string): string {
  return join(import.meta.dirname, '../fixtures', release)
}

/** A response as a fixture stores it: JSON unchanged, an archive by file, other bytes as text. */
export type Answer = { path: string; status: number; body: unknown }

/** The cookies and responses of a user. */
export type PersonAnswers = { email: string; cookie: string; answers: Answer[] }

/** Builds the server on a fixture's database, at the time of `now`. */
export async function buildOnFixture(
  db: Database,
  dataDir: string,
  now = () => RECORDED_AT,
): Promise<FastifyInstance> {
  const config: Config = { ...readConfig({ DATA_DIR: dataDir }), sessionSecret: FIXTURE_SECRET }
  const logStream = { write: () => undefined }
  const clock = { now, uptimeMs: () => 3_600_000 }
  const context = { db, files: openFiles(config), config, clock, pages: null }
  return buildApp(context, { passwordCosts: CHEAP, logStream })
}

/** Signs in with the fixtures' password and returns the cookie. */
export async function signInToFixture(app: FastifyInstance, email: string): Promise<string> {
  const payload = { email, password: FIXTURE_PASSWORD }
  const response = await app.inject({ method: 'POST', url: '/api/login', payload })
  const [cookie] = response.cookies
  if (response.statusCode !== 200 || !cookie) throw new Error(`sign-in answered ${response.statusCode}`)
  return `${cookie.name}=${cookie.value}`
}

/** Reads everything that a user can read. */
export async function readAnswers(app: FastifyInstance, cookie: string): Promise<Answer[]> {
  const answers: Answer[] = []
  const read = async <T>(path: string): Promise<T> => {
    const response = await app.inject({ url: path, headers: { cookie } })
    const body = bodyOf(response)
    answers.push({ path, status: response.statusCode, body })
    return body as T
  }
  await read('/api/auth/user')
  await read('/api/auth/sessions')
  await read('/api/tasks?since=1')
  await read('/api/tasks/completed')
  await read('/api/tasks/completed/totals')
  for (const { id } of await read<{ id: number }[]>('/api/tasks')) {
    await read(`/api/tasks/${id}`)
    const path = `/api/tasks/${id}/attachments`
    for (const { name } of await read<{ name: string }[]>(path)) {
      await read(`${path}/${encodeURIComponent(name)}`)
    }
  }
  await read('/api/categories')
  for (const { id } of await read<{ id: number }[]>('/api/templates')) await read(`/api/templates/${id}`)
  await read('/api/auth/export')
  return answers
}

function bodyOf(response: LightMyRequestResponse): unknown {
  const type = String(response.headers['content-type'])
  if (type.startsWith('application/json')) return response.json()
  if (type !== 'application/zip') return response.body
  const files = Object.entries(unzipSync(response.rawPayload))
  return Object.fromEntries(
    files.map(([name, bytes]) => [
      name,
      name.endsWith('.json')
        ? JSON.parse(new TextDecoder().decode(bytes))
        : createHash('sha256').update(bytes).digest('hex'),
    ]),
  )
}
