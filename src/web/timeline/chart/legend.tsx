import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { useMediaQuery } from '../../ui/use-media-query.ts'
import * as words from '../words.ts'

export function Legend({ pathText }: { pathText: string | null }) {
  const isFinger = useMediaQuery('(pointer: coarse)')
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3 text-meta text-fg-3 max-sm:pb-20">
      <div className="t4 flex flex-wrap gap-x-4 gap-y-1">
        <Entry name={words.legend.project}>
          <i className="h-2.5 w-5 border-t-[3px] border-spine bg-tint" />
        </Entry>
        <Entry name={words.legend.task}>
          <i className="h-2.5 w-5 rounded-xs border border-spine bg-tint" />
        </Entry>
        <Entry name={words.legend.now}>
          <i className="h-3 w-[1.5px] bg-ink forced-colors:bg-[Highlight]" />
        </Entry>
        <Entry name={words.legend.dependency}>
          <ArrowRight size={14} strokeWidth={1.75} />
        </Entry>
        <output className="font-medium text-fg">{pathText}</output>
      </div>
      <p>{isFinger ? words.touchHint : words.dragHint}</p>
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
