// The script of `npm run tenfold`: runs an administration command on the project's Node.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { installPackages } from './packages.mjs'
import { findRuntime } from './runtime.mjs'
import { runChild, runScript } from './step.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  const command = await runChild(runtime, ['src/server/cli/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env },
    stdio: 'inherit',
    endsBySignal: true,
  })
  return command.code
})
