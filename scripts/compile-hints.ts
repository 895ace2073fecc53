import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Plugin } from 'vite'

/** The files of the first view, which appears sooner if the browser compiles their functions lazily. */
const FIRST_FILES = /^(index|app|board|early)$/

/** Compiles all functions of a file when it loads. Must be the file's first line. Source: V8, explicit compile hints. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Makes browsers compile all other files in the background, instead of while they respond to input. */
export function compileHints(): Plugin {
  return {
    name: 'tenfold:compile-hints',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const later = Object.values(bundle).filter(
        (file) => file.type === 'chunk' && !FIRST_FILES.test(file.name),
      )
      for (const path of later.map(({ fileName }) => join(dir, fileName)))
        await writeFile(path, HINT + (await readFile(path, 'utf8')))
    },
  }
}
