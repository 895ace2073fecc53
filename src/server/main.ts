import { join } from 'node:path'

import { builtPages } from './http/pages.ts'
import { runServer } from './start/run.ts'

await runServer(process.env, () => builtPages(join(import.meta.dirname, '../../dist')))
