import { join } from 'node:path'

import { builtPages } from './pages.ts'
import { runServer } from './run.ts'

await runServer(process.env, () => builtPages(join(import.meta.dirname, '../../dist')))
