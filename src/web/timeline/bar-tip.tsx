import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import { describeSpan } from '#domain/timeline.ts'

import { barElement } from './focus-bar.ts'
import { heldBars } from './preview-store.ts'
import { useTimelineActions } from './timeline-actions.ts'
import { type Tip, tipStore, useTip } from './tip-store.ts'

/** Between the tooltip, its bar and the edges of the window, in px. */
const OFFSET_PX = 6
const EDGE_PX = 8

/** Title, dates and progress over a bar. It only shows what the bar's name says, so it is for the eye. */
export function BarTip({ today }: { today: Temporal.PlainDate }) {
  const tip = useTip()
  return tip && createPortal(<ShownTip tip={tip} today={today} />, document.body)
}

function ShownTip({ tip, today }: { tip: Tip; today: Temporal.PlainDate }) {
  const { itemOf } = useTimelineActions()
  const element = useRef<HTMLDivElement>(null)
  const held = heldBars.useOf(tip.taskId)
  const item = itemOf(tip.taskId)
  // After every drawing: the bar is where its new days are.
  useLayoutEffect(() => {
    if (element.current) placeTip(element.current, tip.taskId)
  })
  if (!item) return null
  const { task } = item
  const shown = held ?? { start: item.start, end: item.end, progress: task.progress }
  return (
    <div
      ref={element}
      data-tip=""
      aria-hidden
      onPointerLeave={tipStore.close}
      className={`fixed top-0 left-0 z-30 max-w-72 rounded-sm bg-ink px-2 py-1 text-meta break-words text-ink-fg shadow-sh-3 ${tip.isHeld ? 'pointer-events-none' : ''}`}
    >
      <p className="line-clamp-3">{task.title}</p>
      <p className="opacity-80">
        {describeSpan(shown, today)}, {task.completed ? 'completed' : `${shown.progress}% done`}
      </p>
    </div>
  )
}

/** Over the bar, or under it where there is no room; never out of the window. */
function placeTip(tip: HTMLElement, taskId: number): void {
  const bar = barElement(taskId)?.getBoundingClientRect()
  if (!bar) return
  const { offsetWidth: width, offsetHeight: height } = tip
  const over = bar.top - height - OFFSET_PX
  const top = over < EDGE_PX ? bar.bottom + OFFSET_PX : over
  const left = Math.max(EDGE_PX, Math.min(bar.left, window.innerWidth - width - EDGE_PX))
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
