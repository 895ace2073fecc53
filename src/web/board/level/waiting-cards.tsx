import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { withKept } from '../../ui/kept-rows.ts'
import { useTopOnPage } from '../../ui/use-top-on-page.ts'
import { Card } from '../card/card.tsx'
import { useCardDrag } from '../drag/drag-store.ts'

type Props = { id: string; waiting: readonly ShortTask[]; today: Temporal.PlainDate }

/** The gap between cards, in px. */
const GAP = 6
/** The height of an unmeasured card and its gap, in px. */
const ROW = 56 + GAP
/** The number of extra cards beyond the screen, for keys and fast scrolling. */
const OVERSCAN = 3

/** A waiting line's cards. Renders only those near the screen. */
export function WaitingCards({ id, waiting, today }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const heldId = useCardDrag()?.task.id
  const kept = useMemo(() => {
    const focused = waiting.findIndex((task) => task.id === focusedId)
    const held = waiting.findIndex((task) => task.id === heldId)
    // Keep the neighbors of the focused card, so that the Tab key can reach them.
    return focused === -1 ? [held] : [focused - 1, focused, focused + 1, held]
  }, [waiting, focusedId, heldId])
  // The virtualizer would otherwise render one screen of cards even for a distant list.
  const [isNear, nearRef] = useIsNear()
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtualizer = useWindowVirtualizer({
    count: waiting.length,
    estimateSize: () => ROW,
    getItemKey: (index) => waiting[index]?.id ?? index,
    scrollMargin: useTopOnPage(list),
    overscan: OVERSCAN,
    rangeExtractor: (range) => withKept(isNear ? defaultRangeExtractor(range) : [], kept, range.count),
  })
  useLayoutEffect(() => {
    // Measure on every render, because changed text can wrap differently.
    for (const { index, key } of virtualizer.getVirtualItems()) {
      const card = list.current?.querySelector(`[data-task="${key}"]`)
      if (card) virtualizer.resizeItem(index, card.getBoundingClientRect().height + GAP)
    }
  })
  const drawn = virtualizer.getVirtualItems()
  const begin = virtualizer.options.scrollMargin
  const rows = drawn.map(({ index, start }, at) => ({
    task: waiting[index],
    space: start - (drawn[at - 1]?.end ?? begin),
  }))
  const rest = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? begin) - begin)

  const noteFocus = ({ target }: FocusEvent) => {
    setFocusedId(Number(target.closest<HTMLElement>('[data-task]')?.dataset.task))
  }
  return (
    <div ref={list} onFocus={noteFocus} className="[overflow-anchor:none]">
      <ul ref={nearRef} id={id} className="cards waiting-list t5" style={{ gap: GAP }}>
        {rows.map(
          ({ task, space }) =>
            task && (
              <Fragment key={task.id}>
                <Space height={space - GAP} />
                <Card task={task} today={today} isCompact />
              </Fragment>
            ),
        )}
        <Space height={rest - GAP} />
      </ul>
    </div>
  )
}

function Space({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null
}

/** Returns a ref, and whether its element is at most one screen away from the visible area. */
function useIsNear() {
  const [isNear, setIsNear] = useState(true)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? true),
      { rootMargin: '100% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [isNear, ref] as const
}
