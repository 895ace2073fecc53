import { defineConfig } from 'vite'

import { LICENSES } from './scripts/licenses.ts'

/** These packages load native code from their own folders. */
const UNBUNDLED = ['better-sqlite3']

/** Bundles the server into one file. Names are kept for the stack traces in the log. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: UNBUNDLED },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/server',
    target: 'node26',
    license: { fileName: LICENSES },
    minify: false,
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'main.js',
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})
