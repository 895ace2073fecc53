import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { firstLoadGroups } from './scripts/first-load.ts'
import { pageHead } from './scripts/page-head.ts'

const root = join(import.meta.dirname, 'src/web')

export default defineConfig({
  root,
  publicDir: 'public',
  plugins: [react(), tailwindcss(), pageHead(root)],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // The scripts of a part are fetched before it is asked for (later-files.ts); only styles need an element of their own.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // A schema that nobody uses is left out: making one does nothing else.
      treeshake: { manualPureFunctions: ['z', 'text', 'requiredText'] },
      output: { codeSplitting: { groups: firstLoadGroups(root) } },
    },
  },
})
