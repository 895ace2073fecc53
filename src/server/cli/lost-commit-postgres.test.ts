import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  type Installation,
  fillInstallation,
  makeInstallation,
  readRows,
  readUnversioned,
} from '#tests/support/installation.ts'
import { COMMIT, startPostgresProxy } from '#tests/support/postgres/proxy.ts'
import { readFiles } from '#tests/support/server-process.ts'

import { isEmpty } from '../db/tables.ts'

let from: Installation
let to: Installation
let network: Awaited<ReturnType<typeof startPostgresProxy>>
let folder: string
beforeEach(async () => {
  from = await makeInstallation({ dialect: 'sqlite' })
  await fillInstallation(from)
  folder = join(from.path, 'backup')
  await from.tenfold(['backup', folder])
  to = await makeInstallation({ step: null })
  network = await startPostgresProxy(to.env['DATABASE_URL'] ?? '')
})
afterEach(async () => {
  await network.close()
  await from.remove()
  await to.remove()
})

const restore = () => to.tenfold(['restore', folder], { env: { DATABASE_URL: network.url } })
const move = () => from.tenfold(['move', '--to', network.url])
const files = (installation: Installation) => readFiles(join(installation.dataDir, 'files'))

/** The error of both commands when the result of a commit is unknown. */
const UNKNOWN = [
  expect.stringMatching(
    /^The connection to the database postgres:.* was lost before it confirmed the commit\./,
  ),
  "Run the command again when the database can be reached. If the command reports that the database isn't empty, everything was written.",
]

describe('restore, when the confirmation of the commit is lost', () => {
  test('detects that the rows were written and keeps the files', async () => {
    network.loseAnswerTo(COMMIT)
    const { code, out, err } = await restore()
    expect([code, err]).toEqual([0, []])
    expect(out[0]).toContain('(2 accounts, 5 tasks, 3 files).')
    expect((await to.use(readUnversioned))['tasks']).toEqual((await from.use(readUnversioned))['tasks'])
    expect(files(to)).toEqual(files(from))
  })

  test('keeps the files and says so when the database stays unavailable', async () => {
    network.loseAnswerTo(COMMIT, true)
    const { code, out, err } = await restore()
    expect([code, out]).toEqual([1, []])
    expect(err).toEqual([...UNKNOWN, 'The restored attachment files were kept.'])
    expect(files(to)).toEqual(files(from))
    network.pass()
    expect((await restore()).err[0]).toContain("isn't empty")
    expect((await to.use(readUnversioned))['tasks']).toEqual((await from.use(readUnversioned))['tasks'])
  })

  test('removes the files when the commit never arrived', async () => {
    network.loseMessage(COMMIT)
    const { code, err } = await restore()
    expect(code).toBe(1)
    expect(err[0]).toContain("Can't reach the database")
    expect(await to.use(isEmpty)).toBe(true)
    expect(files(to)).toEqual({})
  })

  test('waits for a commit that arrives late', async () => {
    const late = network.delayMessage(COMMIT)
    const restored = restore()
    await expect.poll(() => network.connections(), { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
    late.deliver()
    expect((await restored).err).toEqual([])
    expect(files(to)).toEqual(files(from))
  })
})

describe('move, when the confirmation of the commit is lost', () => {
  test('detects that the rows were written', async () => {
    network.loseAnswerTo(COMMIT)
    const { code, out, err } = await move()
    expect([code, err]).toEqual([0, []])
    expect(out[0]).toContain('Move complete: 2 accounts, 5 tasks')
    expect(await to.use(readRows)).toEqual(await from.use(readRows))
  })

  test('reports that the result is unknown when the database stays unavailable', async () => {
    network.loseAnswerTo(COMMIT, true)
    const { code, err } = await move()
    expect([code, err]).toEqual([1, UNKNOWN])
  })
})
