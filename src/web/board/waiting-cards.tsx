import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import type { Task } from '#domain/task.ts'

import { useTopOnPage } from '../use-top-on-page.ts'
import { Card } from './card.tsx'
import { useDrag } from './drag/drag-store.ts'

type Props = { id: string; waiting: readonly Task[]; today: Temporal.PlainDate }

/** The space between two cards, in px. */
const GAP = 6
/** The height of a card until it is measured, in px, with that space. */
const ROW = 56 + GAP
/** How many cards beyond the screen are drawn, for keys and fast scrolling. */
const OVERSCAN = 3

/** The cards of a waiting line. Of however many there are, only those near the screen are in the document. */
export function WaitingCards({ id, waiting, today }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const heldId = useDrag()?.task.id
  const kept = useMemo(() => {
    const focused = waiting.findIndex((task) => task.id === focusedId)
    const held = waiting.findIndex((task) => task.id === heldId)
    // Those beside it too, which the Tab key goes to.
    return focused === -1 ? [held] : [focused - 1, focused, focused + 1, held]
  }, [waiting, focusedId, heldId])
  // There are other lists on the page: a screen of this one would be drawn also where it is far away.
  const isNear = useIsNear(list)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useWindowVirtualizer({
    count: waiting.length,
    estimateSize: () => ROW,
    getItemKey: (index) => waiting[index]?.id ?? index,
    scrollMargin: useTopOnPage(list),
    overscan: OVERSCAN,
    rangeExtractor: (range) => withKept(isNear ? defaultRangeExtractor(range) : [], kept, range.count),
  })
  useLayoutEffect(() => {
    // Each is told whenever something is drawn: its text may have come to take more lines.
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
      <ul id={id} className="cards waiting-list t5" style={{ gap: GAP }}>
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

/** In the place of cards that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null
}

/** Whether an element is on the screen, or no more than a screen away from it. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: '100% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

function withKept(indexes: readonly number[], kept: readonly number[], count: number): number[] {
  const extra = kept.filter((index) => index >= 0 && index < count)
  return [...new Set([...indexes, ...extra])].toSorted((a, b) => a - b)
}
