import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { SCRIPT_LICENSES, licenses } from './scripts/licenses.ts'
import { compileHints } from './scripts/compile-hints.ts'
import { noJsonSchema } from './scripts/no-json-schema.ts'
import { noPreload } from './scripts/no-preload.ts'
import { sharedGroups } from './scripts/shared-files.ts'
import { pageHead } from './scripts/page-head.ts'
import { serviceWorker } from './scripts/service-worker.ts'

const root = join(import.meta.dirname, 'src/web')

export default defineConfig({
  root,
  publicDir: 'public',
  resolve: {
    alias: {
      'react-style-singleton': join(root, 'boot/style-singleton.ts'),
      // wouter also supports versions of React without this hook.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    pageHead(root),
    serviceWorker(root),
    licenses(import.meta.dirname),
    compileHints(),
    noJsonSchema(),
    noPreload(),
  ],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2023',
    license: { fileName: SCRIPT_LICENSES },
    // The scripts of lazy parts are prefetched (later-files.ts), so only styles need a preload.
    modulePreload: {
      // Every browser that runs this target has it.
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // Creating a schema has no side effects, so unused schemas can be dropped. `__name` is how Radix names its functions.
      treeshake: { manualPureFunctions: ['z', 'text', 'requiredText', 'withDefaults', '__name'] },
      output: { codeSplitting: { groups: sharedGroups(root) } },
    },
  },
})
