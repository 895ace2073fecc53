import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import { useStore } from '../../state/store.ts'
import { barElement } from './focus-bar.ts'
import { heldBars } from './preview-store.ts'
import { useTimelineActions } from '../timeline-actions.ts'
import { type Tip, tipStore } from './tip-store.ts'
import * as words from '../words.ts'

/** Gaps from the tooltip to its bar and to the window's edges, in px. */
const OFFSET_PX = 6
const EDGE_PX = 8

/** A bar's tooltip. Hidden from screen readers, because the bar's name has the same text. */
export function BarTip({ today }: { today: Temporal.PlainDate }) {
  const tip = useStore(tipStore)
  return tip && createPortal(<ShownTip tip={tip} today={today} />, document.body)
}

function ShownTip({ tip, today }: { tip: Tip; today: Temporal.PlainDate }) {
  const { itemOf } = useTimelineActions()
  const element = useRef<HTMLDivElement>(null)
  const held = heldBars.useOf(tip.taskId)
  const item = itemOf(tip.taskId)
  // Runs after every render, because a drag moves the bar.
  useLayoutEffect(() => {
    if (element.current) placeTip(element.current, tip.taskId)
  })
  if (!item) return null
  const { task } = item
  const shown = { ...item, progress: task.progress, ...held }
  return (
    <div
      ref={element}
      data-tip=""
      aria-hidden
      onPointerLeave={tipStore.close}
      className={`fixed top-0 left-0 z-30 max-w-72 rounded-sm bg-ink px-2 py-1 text-meta break-words text-ink-fg shadow-sh-3 ${tip.isHeld ? 'pointer-events-none' : ''}`}
    >
      <p dir="auto" className="line-clamp-3">
        {task.title}
      </p>
      <p className="opacity-80">
        {words.span(shown, today)}, {words.state(task.completed, shown.progress)}
      </p>
    </div>
  )
}

/** Puts the tooltip above the bar, or below it if there is no room, and inside the window. */
function placeTip(tip: HTMLElement, taskId: number): void {
  const bar = barElement(taskId)?.getBoundingClientRect()
  if (!bar) return
  const { offsetWidth: width, offsetHeight: height } = tip
  const over = bar.top - height - OFFSET_PX
  const top = over < EDGE_PX ? bar.bottom + OFFSET_PX : over
  const left = Math.max(EDGE_PX, Math.min(bar.left, window.innerWidth - width - EDGE_PX))
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
