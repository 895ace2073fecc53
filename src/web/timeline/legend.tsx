import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { useMediaQuery } from '../ui/use-media-query.ts'

/** What the shapes mean, what is said of the critical path while it is shown, and what can be done with bars. */
export function Legend({ pathWords }: { pathWords: string | null }) {
  const isFinger = useMediaQuery('(pointer: coarse)')
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3 text-meta text-fg-3 max-sm:pb-20">
      <div className="t4 flex flex-wrap gap-x-4 gap-y-1">
        <Entry name="Project">
          <i className="h-2.5 w-5 border-t-[3px] border-spine bg-tint" />
        </Entry>
        <Entry name="Task">
          <i className="h-2.5 w-5 rounded-xs border border-spine bg-tint" />
        </Entry>
        <Entry name="Now">
          <i className="h-3 w-[1.5px] bg-ink" />
        </Entry>
        <Entry name="Depends on">
          <ArrowRight size={14} strokeWidth={1.75} />
        </Entry>
        <output className="font-medium text-fg">{pathWords}</output>
      </div>
      <p>
        {isFinger
          ? 'Hold a bar, then drag it. Tap to edit.'
          : 'Drag a bar, its ends or its progress handle. Click to edit.'}
      </p>
    </div>
  )
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="flex">
        {children}
      </span>
      {name}
    </span>
  )
}
