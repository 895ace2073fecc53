import { builtPages } from '#server/http/pages.ts'
import { runServer } from '#server/start/run.ts'

/** Runs the server as `src/server/main.ts` does, but with the web pages from the folder on the command line. */
await runServer(process.env, () => builtPages(process.argv[2] ?? ''))
