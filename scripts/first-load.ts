// Checks that the scripts a browser loads first import no schema. `npm run check` runs it as `npm run first-load`.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parseSync } from 'vite'

/** The entries of the first load: the page, and the board, which the page fetches immediately. */
const ENTRIES = ['src/web/main.tsx', 'src/web/shell/home-page.tsx']

/** Modules that must load later: Zod, the schemas, and the field table, which only forms need. */
const LATER = [/^zod(\/|$)/, /-schema\.ts$/, /\/domain\/tasks\/task-fields\.ts$/]

/**
 * Returns the chain of imports from an entry to each module that must load later, as paths from the project's folder.
 * @param read returns the source of a module by its path
 */
export function schemasInFirstLoad(read: (path: string) => string): string[][] {
  const found: string[][] = []
  const seen = new Set<string>()
  const visit = (module: string, chain: readonly string[]) => {
    if (seen.has(module)) return
    seen.add(module)
    const chainToModule = [...chain, module]
    if (LATER.some((later) => later.test(module))) {
      found.push(chainToModule)
      return
    }
    if (!/^src\/.*\.tsx?$/.test(module)) return
    for (const specifier of importsOf(module, read(module))) visit(pathOf(module, specifier), chainToModule)
  }
  for (const entry of ENTRIES) visit(entry, [])
  return found
}

/** Lists the modules that a module imports before it runs. An `import { type T }` counts: `verbatimModuleSyntax` keeps it. */
function importsOf(module: string, source: string): string[] {
  const { program } = parseSync(module, source)
  return program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration')
      return statement.importKind === 'type' ? [] : [statement.source.value]
    if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportAllDeclaration') return []
    return statement.source && statement.exportKind !== 'type' ? [statement.source.value] : []
  })
}

function pathOf(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier)
  return specifier.replace(/^#(domain|web)\//, 'src/$1/')
}

/** Reads a module of the project. */
export function readModule(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', path), 'utf8')
}

if (import.meta.main) {
  for (const chain of schemasInFirstLoad(readModule)) {
    console.error(`The first load imports a schema: ${chain.join(' → ')}`)
    process.exitCode = 1
  }
}
