import { chmodSync, cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

type Link = { source: string; target: string }

/**
 * Copies the installed PostgreSQL server to a folder where an unprivileged user can run it, and creates the links
 * between its libraries. Packages can't contain links, and the install script that would create them doesn't run.
 * @param installed the folder of the package
 * @param folder the new folder
 */
export function copyBinaries(installed: string, folder: string): void {
  cpSync(join(installed, 'native'), folder, { recursive: true })
  chmodSync(folder, 0o755)
  const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = join(folder, target.replace(/^native\//, ''))
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
}
