import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

import { passFocusToView } from './focus-view.ts'
import { durationOf, easingOf } from './motion.ts'

type Props = {
  title: string
  note: ReactNode
  /** Shown to the right of the title. */
  action: ReactNode
  children: ReactNode
}

/** A panel between the tabs and the board, which opens by animating its height. */
export function QuietPanel({ title, note, action, children }: Props) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = panel
    const closed = { height: 0, opacity: 0 }
    const open = { height: `${current?.offsetHeight}px`, opacity: 1 }
    current?.animate([closed, open], {
      duration: durationOf(current, '--d-3'),
      easing: easingOf(current, '--e-out'),
    })
  }, [])
  return (
    <section ref={panel} aria-labelledby={titleId} className="overflow-clip max-sm:pt-3 print:hidden">
      <div ref={passFocusToView} className="mb-5 rounded-xl bg-sunken px-5 pt-3.5 pb-4 max-sm:px-4">
        <div className="flex min-h-8 items-center gap-x-2.5">
          <h2 id={titleId} className="text-[14px]/5 font-semibold">
            {title}
          </h2>
          <p className="flex-1 text-[12px]/4 text-fg-3">{note}</p>
          <div className="-mr-2 ml-auto shrink-0">{action}</div>
        </div>
        {children}
      </div>
    </section>
  )
}
