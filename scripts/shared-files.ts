type ModuleInfo = { importedIds: readonly string[]; code: string | null }
type Context = { getModuleInfo(id: string): ModuleInfo | null }

/**
 * Groups modules into a few files instead of one per combination of importers, because a few files are smaller in total
 * and load sooner. `app` is needed by every page, `board` only by the board, `tooltip` by tooltips on any page, `pages` by the
 * other pages and lazy parts of the main page, `schemas` by checks before sending, and `shared` only by lazy parts of the main
 * page.
 * @param root the folder of the pages' sources
 */
export function sharedGroups(root: string) {
  let sets: Record<'app' | 'board' | 'tooltip' | 'pages' | 'schemas', Set<string>> | undefined
  const findSets = (context: Context) => {
    const reach = (module: string) => reachOf(`${root}/${module}`, context)
    const [entry, board, tooltip] = [
      reach('index.html'),
      reach('shell/home-page.tsx'),
      reach('ui/tooltip-label.tsx'),
    ]
    const pages = OTHER_PAGES.map(reach).reduce((all, one) => all.union(one))
    const common = board.intersection(pages.union(tooltip))
    const app = entry.union(common).add(RUNTIME)
    return { app, board, tooltip, pages, schemas: reach('auth/account-check.ts') }
  }
  return [
    {
      name: (id: string, context: Context) => {
        sets ??= findSets(context)
        return Object.entries(sets).find(([, modules]) => modules.has(id))?.[0] ?? null
      },
    },
    { name: 'shared', minShareCount: 2 },
  ]
}

/** Pages that need no module specific to the main page, and the part that the welcome page adds. */
const OTHER_PAGES = [
  'auth/sign-in-page.tsx',
  'shell/welcome-page.tsx',
  'shell/away-page.tsx',
  'shell/not-found-page.tsx',
  'outbox/left-behind.tsx',
]

/** The module that the bundler adds to every build. */
const RUNTIME = '\0rolldown/runtime.js'

/** Returns a module and all its static imports. */
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

/** Libraries whose single module imports every part. Only the named parts count as used. */
const LIBRARIES: readonly Library[] = [
  { name: 'lucide-react', file: /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/ },
  { name: 'radix-ui', file: /\/radix-ui\/dist\/index\.m?js$/ },
]

/** Parts of a single-module library that only the completed tasks use. */
const LATER = /\/@tanstack\/[\w-]+\/build\/modern\/(infiniteQueryObserver|useInfiniteQuery)\.js$/

function namedParts({ name }: Library, id: string, code: string, context: Context): string[] {
  const { importedIds = [], code: own = null } = context.getModuleInfo(id) ?? {}
  const named = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${name}["']`, 'g')
  const names = [...code.matchAll(named)].flatMap(([, list = '']) => list.split(',').map(firstWord))
  const paths = names.filter(Boolean).map((part) => pathOfPart(part, own ?? ''))
  return importedIds.filter((next) => paths.some((path) => path !== null && next.includes(path)))
}

/** Returns the library's name of an import, such as `Dialog` for `Dialog as Radix`. */
function firstWord(named: string): string {
  return named.trim().split(/\s+/)[0] ?? ''
}

/** Returns a fragment of the path of a part's module, by the library's export name. */
function pathOfPart(part: string, code: string): string | null {
  const whole = new RegExp(`as ${part}\\b[^}]*\\}\\s*from\\s*["']\\.(/[^"']+)["']`).exec(code)
  if (whole) return whole[1] ?? null
  const kebab = part.replaceAll(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase()
  return code.includes(`react-${kebab}`) ? `/@radix-ui/react-${kebab}/` : null
}
