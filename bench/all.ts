// `npm run bench`: every bench, one after the other. Exits with 1 when a promise of one of them is not kept.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

for (const name of ['timeline', 'browser', 'streams', 'server']) {
  const file = join(import.meta.dirname, `${name}.bench.ts`)
  const { status } = spawnSync(
    process.execPath,
    [file, ...(name === 'server' ? process.argv.slice(2) : [])],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exitCode = 1
}
