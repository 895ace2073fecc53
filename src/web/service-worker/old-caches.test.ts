import { expect, test } from 'vitest'

import { dropOldCaches } from './old-caches.ts'

test.each([
  { names: ['files 1'], build: '1', left: ['files 1'] },
  { names: ['files 1', 'files 2'], build: '2', left: ['files 1', 'files 2'] },
  { names: ['files 1', 'other', 'files 2', 'files 3'], build: '3', left: ['other', 'files 2', 'files 3'] },
  // The server was rolled back to an earlier build.
  { names: ['files 1', 'files 2', 'files 3'], build: '1', left: ['files 1', 'files 3'] },
])('keeps the files of build $build and of the previous one: $left', async ({ names, build, left }) => {
  const kept = new Set(names)
  const caches = { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) }
  await dropOldCaches(caches, 'files ', build)
  expect([...kept]).toEqual(left)
})
