import { type KeyboardEvent, useRef } from 'react'

import { useDrag } from '../../ui/use-drag.ts'
import * as words from '../words.ts'
import { LIST_MAX, LIST_MIN, keepListWidth, setListWidth } from './list-width.ts'

/** How far an arrow key moves the edge, in px. Source: design, 'Gestures without a picture'. */
const STEP_PX = 16

/** The right edge of the task column: a drag or the arrow keys change its width, and a double click resets it. */
export function ListGrip({ width }: { width: number }) {
  const grip = useRef<HTMLDivElement>(null)
  const onPointerDown = useDrag(grip, (press) => ({
    mustRest: false,
    lift: () => ({
      move: (at) => setListWidth(width + at.x - press.clientX),
      drop: keepListWidth,
      cancel: () => setListWidth(width),
      edges: () => null,
    }),
  }))
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = widthByKey(event.key, width)
    if (chosen === undefined) return
    event.preventDefault()
    choose(chosen)
  }
  return (
    <div
      ref={grip}
      // A separator that people move is a control, which `hr` can't be.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.listWidth}
      aria-valuemin={LIST_MIN}
      aria-valuemax={LIST_MAX}
      aria-valuenow={width}
      aria-valuetext={words.pixels(width)}
      className="tl-grip"
      style={{ left: width }}
      onPointerDown={onPointerDown}
      onDoubleClick={() => choose(null)}
      onKeyDown={onKeyDown}
    />
  )
}

function choose(px: number | null): void {
  setListWidth(px)
  keepListWidth()
}

/** Returns the width after a key press, null for the default, or undefined for other keys. */
function widthByKey(key: string, width: number): number | null | undefined {
  const widths: Record<string, number | null> = {
    ArrowLeft: width - STEP_PX,
    ArrowRight: width + STEP_PX,
    Home: LIST_MIN,
    End: LIST_MAX,
    Enter: null,
  }
  return widths[key]
}
