// What `npm start` runs. It begins on whatever Node the machine has, before any package is installed.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { installPackages } from './packages.mjs'
import { SERVER_FLAGS, SERVER_MEMORY, findRuntime } from './runtime.mjs'
import { SERVER_FILE, buildServer } from './server-build.mjs'
import { runChild, runScript } from './step.mjs'
import { buildWeb } from './web-build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  await installPackages(root)
  const runtime = await findRuntime(root)
  await buildWeb(root, runtime)
  await buildServer(root, runtime)
  const server = await runChild(runtime, [...SERVER_FLAGS, SERVER_FILE], {
    cwd: root,
    // Compiled code is kept, so that the next start takes half the time.
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...SERVER_MEMORY,
      ...process.env,
    },
    // The channel tells the server when this process is killed, so that it never stays behind alone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    endsBySignal: true,
  })
  return server.code
})
