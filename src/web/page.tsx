import { type ComponentType, type ReactNode, lazy, useState } from 'react'

/** A page whose code is a file of its own, and what fetches it. */
export type Page<P> = ((props: P) => ReactNode) & { fetch: () => Promise<unknown> }

/**
 * A page that is drawn in the first step when its code was fetched before. `lazy` alone shows what stands in its place first,
 * and React leaves that for 300 ms, though the code is there.
 */
export function page<P extends object>(load: () => Promise<ComponentType<P>>): Page<P> {
  let loaded: ComponentType<P> | null = null
  const fetch = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Lazy = lazy(fetch) as unknown as ComponentType<P>
  const Page = (props: P) => {
    // What was begun with stays: another component would begin anew.
    const [Drawn] = useState(() => loaded ?? Lazy)
    return <Drawn {...props} />
  }
  return Object.assign(Page, { fetch })
}
