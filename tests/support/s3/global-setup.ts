import type { TestProject } from 'vitest/node'

import { readConfig } from '#server/config.ts'

import { NO_OBJECT_STORE, findObjectStore } from '../../../scripts/object-store.mjs'
import { startObjectStore } from './object-store.ts'

/** Starts a store for the tests, or uses the given bucket, in which they create and remove their own files. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_ATTACHMENTS_URL']
  if (given) {
    project.provide('bucket', readConfig({ ...process.env, ATTACHMENTS_URL: given }).bucket ?? undefined)
    return undefined
  }
  const python = findObjectStore()
  if (python === null) throw new Error(NO_OBJECT_STORE)
  const store = await startObjectStore(python)
  project.provide('bucket', store.bucket)
  return () => store.discard()
}
