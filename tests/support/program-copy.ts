import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fastFolder } from './fast-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

export type ProgramCopy = {
  /** Its folder. */
  root: string
  /** Makes the pages look like a different build, which the server serves after a restart. */
  release: (version: string, hash: string) => Promise<void>
  remove: () => Promise<void>
}

/** Copies the built program, so that a story can update it. */
export async function copyProgram(): Promise<ProgramCopy> {
  const root = await mkdtemp(join(fastFolder(), 'tenfold-program-'))
  for (const folder of ['dist', 'build'])
    await cp(join(ROOT, folder), join(root, folder), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const page = await readFile(join(root, 'dist/index.html'), 'utf8')
  let build = /name="tenfold-build" content="([^"]+)"/.exec(page)?.[1] ?? ''
  return {
    root,
    release: async (version, hash) => {
      const next = `${version} ${hash} ${build.split(' ')[2]}`
      for (const name of ['index.html', 'shell.html', 'service-worker.js']) {
        const path = join(root, 'dist', name)
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll(build, next))
        for (const packed of ['br', 'gz']) await rm(`${path}.${packed}`, { force: true })
      }
      build = next
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
