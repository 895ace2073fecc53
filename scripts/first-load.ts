type ModuleInfo = { importedIds: readonly string[]; code: string | null }
type Context = { getModuleInfo(id: string): ModuleInfo | null }

/**
 * Puts what is loaded first into two files, where there would be one for each module that any two parts share: `app` is
 * what every page needs, `board` what only the board does. Fewer files are smaller together, and come sooner.
 * @param root the folder of the pages' sources
 */
export function firstLoadGroups(root: string) {
  let sets: { app: Set<string>; board: Set<string> } | undefined
  const findSets = (context: Context) => {
    const app = reachOf(`${root}/main.tsx`, context)
    const home = reachOf(`${root}/home/home-page.tsx`, context)
    const welcome = reachOf(`${root}/home/welcome-page.tsx`, context)
    return { app: app.union(home.intersection(welcome)), board: home }
  }
  return [
    {
      name: (id: string, context: Context) => {
        sets ??= findSets(context)
        if (sets.app.has(id)) return 'app'
        return sets.board.has(id) ? 'board' : null
      },
    },
  ]
}

/** A module and everything that it imports before it runs. */
function reachOf(id: string, context: Context, reached = new Set<string>()): Set<string> {
  if (reached.has(id) || LATER.test(id)) return reached
  reached.add(id)
  const { importedIds = [], code = null } = context.getModuleInfo(id) ?? {}
  for (const next of importedIds) {
    const library = LIBRARIES.find(({ file }) => file.test(next))
    const used = library ? namedParts(library, next, code ?? '', context) : [next]
    for (const one of used) reachOf(one, context, reached)
  }
  return reached
}

type Library = { name: string; file: RegExp }

/** Their one module imports every part there is; what a module names of it is what it needs. */
const LIBRARIES: readonly Library[] = [
  { name: 'lucide-react', file: /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/ },
  { name: 'radix-ui', file: /\/radix-ui\/dist\/index\.m?js$/ },
]

/** What only the completed tasks use of a library whose one module imports every part too. */
const LATER = /\/@tanstack\/[\w-]+\/build\/modern\/(infiniteQueryObserver|useInfiniteQuery)\.js$/

function namedParts({ name }: Library, id: string, code: string, context: Context): string[] {
  const { importedIds = [], code: own = null } = context.getModuleInfo(id) ?? {}
  const named = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${name}["']`, 'g')
  const names = [...code.matchAll(named)].flatMap(([, list = '']) => list.split(',').map(firstWord))
  const paths = names.filter(Boolean).map((part) => pathOfPart(part, own ?? ''))
  return importedIds.filter((next) => paths.some((path) => path !== null && next.includes(path)))
}

/** The name of `Dialog as Radix` in the library. */
function firstWord(named: string): string {
  return named.trim().split(/\s+/)[0] ?? ''
}

/** What the path of a part's module has in it, by the code of the library. */
function pathOfPart(part: string, code: string): string | null {
  const whole = new RegExp(`as ${part}\\b[^}]*\\}\\s*from\\s*["']\\.(/[^"']+)["']`).exec(code)
  if (whole) return whole[1] ?? null
  const kebab = part.replaceAll(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase()
  return code.includes(`react-${kebab}`) ? `/@radix-ui/react-${kebab}/` : null
}
