import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'vite'

import { compressFiles } from '../../scripts/compress-files.mjs'

const DIST = join(import.meta.dirname, '../../dist')

/** The path of the empty page among the built pages. */
export const FLOOR_PATH = '/floor.html'

/**
 * Adds an empty React page to the built pages, so that the same server serves both.
 * @returns a function that removes it
 */
export async function placeFloor(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tenfold-floor-'))
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    root: join(import.meta.dirname, 'floor'),
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  })
  await compressFiles(folder)
  const assets = await readdir(join(folder, 'assets'))
  await cp(join(folder, 'assets'), join(DIST, 'assets'), { recursive: true })
  await cp(join(folder, 'index.html'), join(DIST, FLOOR_PATH))
  await rm(folder, { recursive: true })
  return async () => {
    for (const name of assets) await rm(join(DIST, 'assets', name), { force: true })
    await rm(join(DIST, FLOOR_PATH), { force: true })
  }
}
