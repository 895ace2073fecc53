import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import packageJson from '../package.json' with { type: 'json' }

/** The sources that define how a browser stores a task. */
const FORMAT_SOURCES = [
  'src/domain/tasks/task.ts',
  'src/domain/tasks/task-fields.ts',
  'src/web/tasks/cache/cache-rows.ts',
]

const META = /<meta name="tenfold-build" content="([^"]*)" ?\/?>/

/**
 * Returns the id of a build: the version, a hash of the files and a hash of the stored tasks' format, separated by spaces.
 * @param files the names of the built files, which contain their hashes
 */
export function buildId(files: readonly string[]): string {
  const format = FORMAT_SOURCES.map((path) => readFileSync(join(import.meta.dirname, '..', path)))
  return [packageJson.version, hashOf(files.toSorted().join('\n')), hashOf(Buffer.concat(format))].join(' ')
}

/** Writes the id into the page. Throws if the page has no placeholder for it. */
export function writeBuild(html: string, id: string): string {
  if (!META.test(html)) throw new Error('The page has no placeholder for the build id.')
  return html.replace(META, () => `<meta name="tenfold-build" content="${id}" />`)
}

/** Returns the id in a page, or '' if it has none. */
export function readBuild(html: string): string {
  return META.exec(html)?.[1] ?? ''
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8)
}
