import { defineConfig } from 'vite'

/** They load files of their own machine code, from beside themselves. */
const UNBUNDLED = ['better-sqlite3']

/** One file of the server and all that it uses. Names stay as they are, for what the log says of an error. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: UNBUNDLED },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/server',
    target: 'node26',
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
