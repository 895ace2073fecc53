import { type ComponentType, type ReactNode, lazy, useState } from 'react'

export type Page<P> = ((props: P) => ReactNode) & { fetch: () => Promise<unknown> }

/**
 * Creates a page that renders synchronously if its code was fetched before. With `lazy` alone, React would show the fallback
 * for 300 ms even then.
 */
export function page<P extends object>(load: () => Promise<ComponentType<P>>): Page<P> {
  let loaded: ComponentType<P> | null = null
  const fetch = async () => {
    loaded ??= await load()
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

/** Reloads the page. The promise stays pending until then. */
function reload(): Promise<never> {
  location.reload()
  return new Promise(() => undefined)
}
