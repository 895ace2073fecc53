// `npm run bench`: runs all benchmarks in turn. Exits with 1 if a target is missed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

for (const name of ['timeline', 'browser', 'streams', 'search', 'backup', 'server']) {
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
