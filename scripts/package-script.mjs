import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the command of a package.json script for the current Node, without npm or a shell, which would not forward
 * signals.
 *
 * @param {string} root
 * @param {string} name a script that runs one package's command, or Node with a project file
 * @returns {Promise<string[]>} the program's file, then its arguments
 */
export async function packageScript(root, name) {
  const { scripts, dependencies, devDependencies } = await readJson(join(root, 'package.json'))
  const [program = '', ...args] = String(scripts[name]).split(/\s+/)
  if (program === 'node') return args.map((arg) => (arg.startsWith('scripts/') ? join(root, arg) : arg))
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const folder = join(root, 'node_modules', dependency)
    const { bin } = await readJson(join(folder, 'package.json'))
    const file = typeof bin === 'string' && dependency === program ? bin : bin?.[program]
    if (file) return [join(folder, file), ...args]
  }
  throw new Error(
    `The script ${name} in package.json must be a single command of an installed package: ${program}`,
  )
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'))
}
