import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

import { SERVER_FILE, buildServer } from '../server-build.mjs'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = 'src/server/db/migrations'
/** Matches migrations, but not their tests. */
const MIGRATION = /^\d{4}-[^.]+\.ts$/
const BUILD = SERVER_FILE.split('/')[0] ?? ''

/** The sources of the server's bundle. */
const SOURCES = [
  'src',
  'scripts',
  'vite.server.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** A folder with the program. After `update`, servers in this folder run the new version once they restart. */
export type Program = { root: string; update: () => void }

/**
 * Builds the server as it was before the last two migrations.
 * @param folder where to build it
 * @returns null if the project's history doesn't have that version
 */
export async function programBeforeLastMigrations(folder: string): Promise<Program | null> {
  const files = readdirSync(join(ROOT, MIGRATIONS)).filter((name) => MIGRATION.test(name))
  const commit = commitBefore(files.toSorted().slice(-2))
  if (commit === null) return null
  const [old, root] = [join(folder, 'old'), join(folder, 'program')]
  mkdirSync(old)
  mkdirSync(root)
  const sources = git('archive', commit, ...SOURCES)
  execFileSync('tar', ['--extract', `--directory=${old}`], { input: sources })
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(old, name))
  await buildServer(old, process.execPath)
  symlinkSync(join(old, BUILD), join(root, BUILD))
  return {
    root,
    update: () => {
      rmSync(join(root, BUILD))
      symlinkSync(join(ROOT, BUILD), join(root, BUILD))
    },
  }
}

/** Returns the last commit that has every migration except the last two, or null. */
function commitBefore([first = '', second = '']: string[]): string | null {
  if (!existsSync(join(ROOT, '.git'))) return null
  const added = String(git('log', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${first}`)).trim()
  try {
    const commit = String(git('rev-parse', '--verify', '--quiet', `${added}~1`)).trim()
    const before = String(git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)).split('\n')
    const migrations = before.map((path) => basename(path)).filter((name) => MIGRATION.test(name))
    const number = Number(migrations.toSorted().at(-1)?.slice(0, 4))
    return number === Number(second.slice(0, 4)) - 2 ? commit : null
  } catch {
    return null
  }
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 })
}
