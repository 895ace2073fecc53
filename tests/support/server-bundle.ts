import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.tenfold')

/** `better-sqlite3` loads a native addon from its own folder. */
const UNBUNDLED = ['better-sqlite3']

let bundle: Promise<string> | null = null

/**
 * Bundles `tests/support/main.ts` into one file, once per process. Tests start it often, and starting the bundle takes
 * half the CPU time of loading a thousand modules.
 */
export function serverBundle(): Promise<string> {
  bundle ??= makeBundle()
  return bundle
}

async function makeBundle(): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: UNBUNDLED },
    build: {
      ssr: join(import.meta.dirname, 'main.ts'),
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) || !('output' in result) ? [] : result.output
  const [main] = outputs
  if (main?.type !== 'chunk') throw new Error('the server was not bundled')
  const file = join(FOLDER, 'test-server.mjs')
  const whole = `${file}.${process.pid}`
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(whole, main.code)
  // Another process may be starting the same bundle now.
  renameSync(whole, file)
  return file
}
