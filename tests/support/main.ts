import { builtPages } from '#server/pages.ts'
import { runServer } from '#server/run.ts'

/** The server as `src/server/main.ts` runs it, but with the web pages of the folder named on the command line. */
await runServer(process.env, () => builtPages(process.argv[2] ?? ''))
