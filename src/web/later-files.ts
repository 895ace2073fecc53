/** On a line that is held up nothing comes and nothing fails. */
const FETCH_MS_MAX = 15_000

let filesByModule: Readonly<Record<string, readonly string[]>> | null = null
const kept = new Map<string, Promise<void>>()

/**
 * Has the browser keep the files of a module that is not part of the first load, so that it can be had whatever happens to
 * the line: a browser that failed to fetch a module never asks for it again in the life of a page, but a file it does.
 * @param module its path in `src/web`, as in `home/header.tsx`
 * @throws when a file did not come; asked again, only what is missing is fetched
 */
export async function fetchLaterFiles(module: string): Promise<void> {
  await Promise.all(filesOf(module).map(keep))
}

/** The same, one file after the other: what nobody waits for yet leaves the other lines to what somebody does. */
export async function fetchLaterFilesInTurn(module: string): Promise<void> {
  for (const path of filesOf(module)) await keep(path)
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
  if (!answer.ok) throw new Error(`${path} is not there any more.`)
  await answer.arrayBuffer()
}

/** As the build wrote it into the page: the files, and of each module which of them; none while one develops. */
function readFiles(): Record<string, string[]> {
  const text = document.querySelector('meta[name="tenfold-later"]')?.getAttribute('content')
  if (!text) return {}
  const { files, modules } = JSON.parse(text) as { files: string[]; modules: Record<string, number[]> }
  return Object.fromEntries(
    Object.entries(modules).map(([module, places]) => [
      module,
      places.flatMap((place) => files[place] ?? []),
    ]),
  )
}
