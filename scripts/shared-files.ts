type ModuleInfo = { importedIds: readonly string[]; code: string | null }
type Context = { getModuleInfo(id: string): ModuleInfo | null }

/**
 * Groups shared modules into a few files instead of one per combination of importers, because fewer files are smaller and
 * load sooner. `app` is needed by every page, `board` only by the board, `tooltip` by tooltips on any page, `pages` by the
 * other pages and lazy parts of the main page, and `shared` only by lazy parts of the main page.
 * @param root the folder of the pages' sources
 */
export function sharedGroups(root: string) {
  let sets: Record<'app' | 'board' | 'tooltip' | 'otherPages', Set<string>> | undefined
  const findSets = (context: Context) => {
    const reach = (module: string) => reachOf(`${root}/${module}`, context)
    const [app, home, welcome, tooltip] = [
      reach('main.tsx'),
      reach('shell/home-page.tsx'),
      reach('shell/welcome-page.tsx'),
      reach('ui/tooltip-label.tsx'),
    ]
    const otherPages = OTHER_PAGES.map(reach).reduce((all, one) => all.union(one), welcome)
    const common = home.intersection(otherPages.union(tooltip)).union(otherPages.intersection(tooltip))
    return { app: app.union(common), board: home, tooltip, otherPages }
  }
  const setsOf = (context: Context) => (sets ??= findSets(context))
  return [
    {
      name: (id: string, context: Context) => {
        const { app, board, tooltip } = setsOf(context)
        if (app.has(id)) return 'app'
        if (board.has(id)) return 'board'
        return tooltip.has(id) ? 'tooltip' : null
      },
    },
    {
      name: (id: string, context: Context) => (setsOf(context).otherPages.has(id) ? 'pages' : 'shared'),
      minShareCount: 2,
    },
  ]
}

/** Pages that load no module that only the main page uses. */
const OTHER_PAGES = ['auth/sign-in-page.tsx', 'shell/away-page.tsx', 'shell/not-found-page.tsx']

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

/** The library's name for `Dialog as Radix`. */
function firstWord(named: string): string {
  return named.trim().split(/\s+/)[0] ?? ''
}

/** The path fragment of a part's module, by the library's export name. */
function pathOfPart(part: string, code: string): string | null {
  const whole = new RegExp(`as ${part}\\b[^}]*\\}\\s*from\\s*["']\\.(/[^"']+)["']`).exec(code)
  if (whole) return whole[1] ?? null
  const kebab = part.replaceAll(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase()
  return code.includes(`react-${kebab}`) ? `/@radix-ui/react-${kebab}/` : null
}
