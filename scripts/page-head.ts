import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Plugin, minify } from 'vite'

import { buildId, writeBuild } from './build-id.ts'

/** The module of each page, by its name in early.js. */
const PAGES = {
  board: 'shell/home-page.tsx',
  welcome: 'shell/welcome-page.tsx',
  'api/login': 'auth/sign-in-page.tsx',
}

/** The font of every page. */
const FONT = /inter-latin-opsz-normal-[\w-]+\.woff2$/

const EARLY = /\/early-[\w-]+\.js$/
const FILES_PLACEHOLDER = /<meta name="tenfold-files" content="" ?\/?>/
const LATER_PLACEHOLDER = /<meta name="tenfold-later" content="" ?\/?>/

/**
 * Adds to the page everything that can load before any module: the font, `early.js` under a hashed name, and the files of
 * each page. Also writes the build's id.
 * @param root the folder of the pages' sources
 */
export function pageHead(root: string): Plugin {
  return {
    name: 'tenfold:page-head',
    apply: 'build',
    async buildStart() {
      const { code } = await minify('early.js', readFileSync(join(root, 'public/early.js'), 'utf8'))
      this.emitFile({ type: 'asset', name: 'early.js', source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const names = Object.keys(bundle)
        const early = names.find((name) => EARLY.test(name))
        const font = names.find((name) => FONT.test(name))
        if (!font) throw new Error('The Latin font is not among the built files.')
        const filesOfPage = (page: keyof typeof PAGES) => filesOf(bundle, join(root, PAGES[page]))
        const files = {
          board: filesOfPage('board'),
          welcome: filesOfPage('welcome'),
          'api/login': filesOfPage('api/login'),
        }
        if (!early) throw new Error('early.js is not among the built files.')
        const written = html
          .replace('src="/early.js"', `src="/${early}"`)
          .replace(FILES_PLACEHOLDER, () => metaOf('tenfold-files', files))
          .replace(LATER_PLACEHOLDER, () => metaOf('tenfold-later', laterFiles(bundle, root, files.board)))
        const isWhole = ![FILES_PLACEHOLDER, LATER_PLACEHOLDER].some((place) => place.test(written))
        if (!written.includes(early) || !isWhole) {
          throw new Error('The page has no placeholder for the preloads.')
        }
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` }
        return { html: writeBuild(written, buildId(names)), tags: [{ tag: 'link', attrs, injectTo: 'head' }] }
      },
    },
  }
}

function metaOf(name: string, content: object): string {
  return `<meta name="${name}" content="${JSON.stringify(content).replaceAll('"', '&quot;')}" />`
}

/** Returns the files of each lazy module that neither the entry nor the board loads, as indexes into `files`. */
function laterFiles(bundle: Bundle, root: string, board: readonly string[]) {
  const entry = Object.values(bundle).find(({ isEntry }) => isEntry)
  const first = new Set([...board, ...pathsOf(bundle, entry?.fileName ?? '')])
  const files: string[] = []
  const placeOf = (path: string) => {
    const place = files.indexOf(path)
    return place === -1 ? files.push(path) - 1 : place
  }
  const modules: Record<string, number[]> = {}
  for (const { facadeModuleId, fileName, isDynamicEntry } of Object.values(bundle)) {
    if (!isDynamicEntry || !facadeModuleId?.startsWith(`${root}/`)) continue
    const own = pathsOf(bundle, fileName).filter((path) => !first.has(path))
    modules[facadeModuleId.slice(root.length + 1)] = own.map(placeOf)
  }
  return { files, modules }
}

function pathsOf(bundle: Bundle, name: string): string[] {
  return [...reached(bundle, name)].map((reachedName) => `/${reachedName}`)
}

type Bundle = Record<string, { type: string; fileName: string } & Partial<Chunk>>
type Chunk = {
  isEntry: boolean
  isDynamicEntry: boolean
  facadeModuleId: string | null
  moduleIds: string[]
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** Returns the scripts and styles of a module that the entry does not load. */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle)
  const entry = chunks.find(({ isEntry }) => isEntry)
  const page = chunks.find(({ moduleIds }) => moduleIds?.includes(module))
  if (!entry || !page) throw new Error(`${module} is not among the built files.`)
  const own = reached(bundle, page.fileName).difference(reached(bundle, entry.fileName))
  return [...own].map((name) => `/${name}`)
}

function reached(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (!chunk || found.has(name)) return found
  found.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const next of chunk.imports ?? []) reached(bundle, next, found)
  return found
}
