import { expect, test } from 'vitest'

import { dropOldCaches } from './old-caches.ts'

/** The caches of a browser in which builds are installed in turn; those with '!' only in part. */
async function cachesAfter(builds: readonly string[]): Promise<string[]> {
  const names = new Set(['other'])
  const stored = new Map<string, Response>()
  const active = {
    match: async (url: string) => stored.get(url),
    put: async (url: string, response: Response) => void stored.set(url, response),
  }
  const caches = {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
    open: async () => active as unknown as Cache,
  }
  for (const build of builds) {
    names.add(`files ${build}`)
    if (!build.endsWith('!')) await dropOldCaches(caches, 'files ', build)
  }
  return [...names]
}

test.each([
  { builds: ['1'], left: ['files 1'] },
  { builds: ['1', '2'], left: ['files 1', 'files 2'] },
  { builds: ['1', '2', '3'], left: ['files 2', 'files 3'] },
  { builds: ['1', '2', '1'], left: ['files 1', 'files 2'] },
  { builds: ['1', '2', '1', '3'], left: ['files 1', 'files 3'] },
  { builds: ['1', '2', '3!', '4'], left: ['files 2', 'files 4'] },
])('keeps the files of the active build and of the one before it: $builds', async ({ builds, left }) => {
  expect(await cachesAfter(builds)).toEqual(['other', ...left])
})

test('keeps the latest other files if it isn’t known which build was active', async () => {
  expect(await cachesAfter(['1!', '2!', '3'])).toEqual(['other', 'files 2!', 'files 3'])
})
