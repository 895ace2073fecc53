// The script of `npm run build`: builds the pages and the server unless they are current.
import { fileURLToPath } from 'node:url'

import { findRuntime } from './runtime.mjs'
import { buildServer, serverIsBuilt } from './server-build.mjs'
import { runScript } from './step.mjs'
import { buildWeb, webIsBuilt } from './web-build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  if ((await webIsBuilt(root)) && (await serverIsBuilt(root))) {
    console.log('The pages and the server are up to date.')
    return 0
  }
  const runtime = await findRuntime(root)
  await buildWeb(root, runtime)
  await buildServer(root, runtime)
  return 0
})
