import { ChartNoAxesGantt, CircleCheck, GripVertical, Layers, type LucideIcon } from 'lucide-react'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'

type View = 'priority' | 'timeline' | 'completed'

const TABS: { view: View; name: string; icon: LucideIcon }[] = [
  { view: 'priority', name: 'Priority View', icon: Layers },
  { view: 'timeline', name: 'Timeline', icon: ChartNoAxesGantt },
  { view: 'completed', name: 'Completed', icon: CircleCheck },
]

/** The three views of the tasks. The one shown is kept in the address, so that back and reload keep it. */
export function ViewTabs(views: Record<View, ReactNode>) {
  const [search, setSearch] = useSearchParams()
  const shown = TABS.find(({ view }) => view === search.get('view'))?.view ?? 'priority'
  const show = (view: string) => setSearch(view === 'priority' ? {} : { view })

  return (
    <Tabs.Root value={shown} onValueChange={show} className="mt-4 sm:mt-5">
      <div className="flex items-end justify-between border-b border-line max-sm:-mx-4 max-sm:px-4">
        <Tabs.List
          aria-label="Views"
          className="flex gap-5 max-sm:w-full max-sm:justify-between max-sm:gap-0"
        >
          {TABS.map((tab) => (
            <ViewTab key={tab.view} {...tab} />
          ))}
        </Tabs.List>
        {shown === 'priority' && (
          <p className="mb-3 hidden items-center gap-2 text-[12px]/4 text-fg-3 sm:flex">
            <GripVertical aria-hidden size={14} />
            Drag tasks to change their priority level
          </p>
        )}
      </div>
      {TABS.map(({ view }) => (
        <Tabs.Content key={view} value={view} className="pt-5 outline-none max-sm:pt-0">
          {views[view]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

function ViewTab({ view, name, icon: Icon }: { view: View; name: string; icon: LucideIcon }) {
  return (
    <Tabs.Trigger
      value={view}
      className="-mb-px flex h-10 cursor-pointer items-center gap-2 border-b-2 border-transparent text-[14px]/5 text-fg-2 transition-colors duration-(--d-2) hover:text-fg data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-fg max-sm:h-11 max-sm:px-1"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="max-[359px]:hidden" />
      {name}
    </Tabs.Trigger>
  )
}
