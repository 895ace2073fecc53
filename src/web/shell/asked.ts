import { createStoredValue } from '../state/stored-value.ts'

/** The request that opened the app: one of its shortcuts, or text that another app shared. */
export type Asked = { kind: 'work' } | { kind: 'add'; text: string }

/** The parameters of the manifest's shortcuts and share target. */
const SHARED = ['share-title', 'share-text', 'share-url']
const NAMES = ['add', 'work', ...SHARED]

/** Returns the request in an address, or null. */
export function readAsked(search: string): Asked | null {
  const params = new URLSearchParams(search)
  if (params.has('work')) return { kind: 'work' }
  return NAMES.some((name) => params.has(name)) ? { kind: 'add', text: sharedText(params) } : null
}

/** Returns the address without the request, so that a reload doesn't repeat it. */
export function withoutAsked(search: string): URLSearchParams {
  const params = new URLSearchParams(search)
  for (const name of NAMES) params.delete(name)
  return params
}

/** Stores the request of a signed-out visitor for this tab, because signing in leaves the page. */
export function keepAsked(): void {
  if (readAsked(location.search)) stored.write(location.search)
}

/** Returns the request that this page was opened with, but only once. */
export function takeAsked(): Asked | null {
  const kept = stored.read()
  if (kept) stored.remove()
  return readAsked(location.search) ?? readAsked(kept)
}

const stored = createStoredValue<string>('tenfold:asked', {
  parse: (text) => text ?? '',
  format: (text) => text,
  fallback: '',
  storage: () => sessionStorage,
})

/** Returns the shared parts as one line, without repetition: apps often include the title or the link in the text. */
function sharedText(params: URLSearchParams): string {
  const parts = SHARED.map((name) => (params.get(name) ?? '').replaceAll(/\s+/g, ' ').trim())
  const isRepeated = (part: string, index: number) =>
    parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index))
  return parts.filter((part, index) => part !== '' && !isRepeated(part, index)).join(' ')
}
