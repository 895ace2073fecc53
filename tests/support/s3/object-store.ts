import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { S3mini } from 's3mini'

import type { BucketSettings } from '#server/files/bucket/settings.ts'

import { fastFolder } from '../fast-folder.ts'
import { freePort } from '../server-process.ts'

const PROGRAM = join(import.meta.dirname, 'store.py')
const READY_MS_MAX = 30_000
const READY_POLL_MS = 50

/** A store for the tests with one bucket, empty at first. */
export type ObjectStore = { bucket: BucketSettings; discard(): Promise<void> }

/**
 * Starts OpenStack Swift, which keeps everything in memory.
 * @param python a result of `findObjectStore`
 */
export async function startObjectStore(python: string): Promise<ObjectStore> {
  const folder = mkdtempSync(join(fastFolder(), 'tenfold-store-'))
  const keys = { accessKeyId: 'test:tester', secretAccessKey: 'kV3nQ8sZ1xT6bL0pR5yH2mW9cJ4gF7dA' }
  const [proxy, object, container, account] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const told = { folder, ports: { proxy, object, container, account }, ...keys }
  const child = spawn(python, [PROGRAM, JSON.stringify(told)], { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const endpoint = `http://127.0.0.1:${proxy}`
  const bucket = { ...keys, endpoint, region: 'us-east-1', name: 'files', prefix: '' }
  const discard = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(child, bucket, () => output)
    return { bucket, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

async function untilReady(child: ChildProcess, bucket: BucketSettings, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX
  const client = new S3mini({ ...bucket, endpoint: `${bucket.endpoint}/${bucket.name}` })
  while (child.exitCode === null && performance.now() < deadline) {
    if (await client.createBucket().catch(() => false)) return
    await delay(READY_POLL_MS)
  }
  throw new Error(`The store did not become ready:\n${output()}`)
}
