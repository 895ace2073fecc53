// The script of `npm run dev`: like `npm start`, but serves the pages from their sources with live updates.
import { fileURLToPath } from 'node:url'

import { installPackages } from './packages.mjs'
import { findRuntime } from './runtime.mjs'
import { runChild, runScript } from './step.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const WATCHED = ['src/server', 'src/domain', 'scripts/dev.ts']

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  const watch = WATCHED.map((path) => `--watch-path=${path}`)
  const server = await runChild(runtime, [...watch, '--watch-preserve-output', 'scripts/dev.ts'], {
    cwd: root,
    stdio: 'inherit',
    endsBySignal: true,
  })
  return server.code
})
