import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Plugin, build } from 'vite'

import { readBuild } from './build-id.ts'

/** A copy of the page that never contains a user's data, because the server writes it only into `index.html`. */
const SHELL = 'shell.html'

/** The files that the browser caches: the page, its scripts and styles, the Latin font and the icons, but no audio. */
const KEPT =
  /^(shell\.html|favicon\.svg|manifest\.webmanifest|icons\/[\w-]+\.png|assets\/[\w.-]+\.(js|css)|assets\/inter-latin-opsz-normal-[\w-]+\.woff2)$/

/** These names contain a content hash. */
const HASHED = /^assets\//

/**
 * Writes `service-worker.js`, with the list of files that browsers cache, and `shell.html`.
 * @param root the folder of the pages' sources
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'tenfold:service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const page = await readFile(join(dir, 'index.html'), 'utf8')
        await writeFile(join(dir, SHELL), page)
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            BUILD: JSON.stringify(readBuild(page)),
            FILES: JSON.stringify(await listFiles(dir)),
            'process.env.NODE_ENV': '"production"',
          },
          build: {
            outDir: dir,
            emptyOutDir: false,
            target: 'es2023',
            rolldownOptions: {
              input: join(root, 'service-worker/service-worker.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}

/** Lists the files that browsers cache. The revision is null if the name contains a hash. */
export async function listFiles(dir: string): Promise<{ url: string; revision: string | null }[]> {
  const names = (await readdir(dir, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const kept = names.filter((name) => KEPT.test(name)).toSorted()
  return Promise.all(
    kept.map(async (name) => ({
      url: `/${name}`,
      revision: HASHED.test(name) ? null : hashOf(await readFile(join(dir, name))),
    })),
  )
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}
