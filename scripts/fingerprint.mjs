import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * Returns a hash of file names and contents, which is equal only for identical trees.
 *
 * @param {string} root
 * @param {readonly string[]} paths Files and folders under `root`; missing ones are allowed.
 * @param {(path: string) => boolean} [counts] Whether a file (relative to `root`, with slashes) counts.
 * @returns {Promise<string>} hexadecimal SHA-256
 */
export async function fingerprint(root, paths, counts = () => true) {
  const lists = await Promise.all(paths.map((path) => filesUnder(root, path)))
  const files = lists.flat().filter(counts).toSorted()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256')
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? Buffer.alloc(0)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function filesUnder(root, path) {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries === null) return [path.split(sep).join('/')]
  const lists = await Promise.all(
    entries.map((entry) =>
      entry.isDirectory()
        ? filesUnder(root, `${path}/${entry.name}`)
        : Promise.resolve([`${path}/${entry.name}`]),
    ),
  )
  return lists.flat()
}

/**
 * Returns the text of a small file, or null if it does not exist.
 * @param {string} path
 * @returns {Promise<string | null>}
 */
export async function readIfThere(path) {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}
