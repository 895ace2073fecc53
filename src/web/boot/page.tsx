import { type ComponentType, type ReactNode, lazy, useState } from 'react'

import { createStoredValue } from '../state/stored-value.ts'

export type Page<P> = ((props: P) => ReactNode) & { fetch: () => Promise<unknown> }

/**
 * Creates a page that renders synchronously if its code was fetched before. With `lazy` alone, React would show the fallback
 * for 300 ms even then.
 */
export function page<P extends object>(load: () => Promise<ComponentType<P>>): Page<P> {
  let loaded: ComponentType<P> | null = null
  const fetch = async () => {
    loaded ??= await load()
    hasReloaded.remove()
    return { default: loaded }
  }
  // An update may have removed the file. A reload gets the page from the new version.
  const Lazy = lazy(() => fetch().catch(reload)) as unknown as ComponentType<P>
  const Page = (props: P) => {
    // Keep the first component, because switching would remount the page.
    const [Drawn] = useState(() => loaded ?? Lazy)
    return <Drawn {...props} />
  }
  return Object.assign(Page, { fetch })
}

/** Whether this tab has been reloaded because of a page's file. It can be missing for another reason too. */
const hasReloaded = createStoredValue('tenfold:reloaded', {
  parse: Boolean,
  fallback: true,
  storage: () => sessionStorage,
})

/** Reloads the page once. The promise stays pending until then. */
function reload(error: unknown): Promise<never> {
  if (hasReloaded.read() || !hasReloaded.write(true)) throw error
  location.reload()
  return new Promise(() => undefined)
}
