// What `npm run build` runs: the pages, if they are not yet built from the sources as they are.
import { fileURLToPath } from 'node:url'

import { findRuntime } from './runtime.mjs'
import { runScript } from './step.mjs'
import { buildWeb, webIsBuilt } from './web-build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  if (await webIsBuilt(root)) console.log('The pages are built from these sources already.')
  else await buildWeb(root, await findRuntime(root))
  return 0
})
