import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What a script of package.json runs, as a program and its arguments for the Node at hand: without npm and a shell
 * in between, which would not pass a signal on.
 *
 * @param {string} root
 * @param {string} name a script that is one command of an installed package
 * @returns {Promise<string[]>} the program's file, then its arguments
 */
export async function packageScript(root, name) {
  const { scripts, dependencies, devDependencies } = await readJson(join(root, 'package.json'))
  const [program = '', ...args] = String(scripts[name]).split(/\s+/)
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const folder = join(root, 'node_modules', dependency)
    const { bin } = await readJson(join(folder, 'package.json'))
    const file = typeof bin === 'string' && dependency === program ? bin : bin?.[program]
    if (file) return [join(folder, file), ...args]
  }
  throw new Error(`The script ${name} of package.json is not one command of an installed package: ${program}`)
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'))
}
