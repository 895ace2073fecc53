import type { Page } from '@playwright/test'

/** The parts of React's tree that the count reads. A DevTools hook gets the tree after each commit. */
type Fiber = {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/**
 * Counts the components that React renders again. Call it before the page loads.
 * @returns a function that returns the largest count of a commit since the last call
 */
export async function watchRenders(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    /** Function, class, forwarded and memoized components. */
    const COMPONENTS = new Set([0, 1, 11, 14, 15])
    /** React sets this flag on a component that it has rendered. */
    const RENDERED = 1
    const countRendered = (now: Fiber, before: Fiber): number => {
      let count = COMPONENTS.has(now.tag) && now.flags & RENDERED && now !== before ? 1 : 0
      if (now.child === before.child) return count
      for (let child = now.child; child; child = child.sibling) {
        if (child.alternate) count += countRendered(child, child.alternate)
      }
      return count
    }
    const largest = { count: 0 }
    Reflect.set(window, 'rendered', largest)
    Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: unknown, { current }: { current: Fiber }) => {
        if (current.alternate)
          largest.count = Math.max(largest.count, countRendered(current, current.alternate))
      },
    })
  })
  return () =>
    page.evaluate(() => {
      const largest = Reflect.get(window, 'rendered') as { count: number }
      const { count } = largest
      largest.count = 0
      return count
    })
}
