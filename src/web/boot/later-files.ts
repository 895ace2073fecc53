import { metaContent } from './meta.ts'

/** How long a fetch waits before it gives up, in ms: a stalled connection neither responds nor fails. */
const FETCH_MS_MAX = 15_000

/** How many files are prefetched at a time. A browser allows six connections to one server; the rest stay free. */
const AHEAD_MAX = 3

let filesByModule: Readonly<Record<string, readonly string[]>> | null = null
const kept = new Map<string, Promise<void>>()

/**
 * Puts the files of a module into the browser's cache before it is imported. After a failed import, a browser never
 * requests that module again in the same page, but it does repeat a failed `fetch`.
 * @param module its path in `src/web`, such as `shell/header.tsx`
 * @throws if a file didn't load; the next call fetches only the missing files
 */
export async function fetchLaterFiles(module: string): Promise<void> {
  await Promise.all(filesOf(module).map(keep))
}

export async function fetchLaterFilesAhead(module: string): Promise<void> {
  await Promise.all(filesOf(module).map((path) => inLane(() => keep(path))))
}

const lanes = Array.from({ length: AHEAD_MAX }, () => Promise.resolve())
let turn = 0

function inLane(run: () => Promise<void>): Promise<void> {
  const lane = turn++ % AHEAD_MAX
  const done = (lanes[lane] ?? Promise.resolve()).then(run)
  lanes[lane] = done.catch(() => undefined)
  return done
}

function filesOf(module: string): readonly string[] {
  filesByModule ??= readFiles()
  return filesByModule[module] ?? []
}

function keep(path: string): Promise<void> {
  const known = kept.get(path)
  if (known) return known
  const fetched = fetchWhole(path)
  kept.set(path, fetched)
  fetched.catch(() => kept.delete(path))
  return fetched
}

async function fetchWhole(path: string): Promise<void> {
  const answer = await fetch(path, { credentials: 'same-origin', signal: AbortSignal.timeout(FETCH_MS_MAX) })
  if (!answer.ok) throw new Error(`${path} no longer exists.`)
  await answer.arrayBuffer()
}

/** Reads the files of each module, which the build wrote into the page. */
function readFiles(): Record<string, string[]> {
  const text = metaContent('later')
  if (!text) return {}
  const { files, modules } = JSON.parse(text) as { files: string[]; modules: Record<string, number[]> }
  return Object.fromEntries(
    Object.entries(modules).map(([module, places]) => [
      module,
      places.flatMap((place) => files[place] ?? []),
    ]),
  )
}
