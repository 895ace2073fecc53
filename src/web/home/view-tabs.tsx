import { ChartGantt, CircleCheck, Keyboard, Layers, type LucideIcon } from 'lucide-react'
import { Tabs } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'

import { DragHint } from '../board/drag-hint.tsx'
import { IconButton } from '../ui/button.tsx'
import { type View, VIEWS, useView } from './use-view.ts'

const TABS: Record<View, { name: string; icon: LucideIcon }> = {
  priority: { name: 'Priority View', icon: Layers },
  timeline: { name: 'Timeline', icon: ChartGantt },
  completed: { name: 'Completed', icon: CircleCheck },
}

type Props = Record<View, ReactNode> & {
  /** The view that is drawn, which may be a moment behind the one that was asked for. */
  drawn: View
  onShowKeys: () => void
}

/** The three views of the tasks. The one shown is kept in the address, so that back and reload keep it. */
export function ViewTabs({ drawn, onShowKeys, ...views }: Props) {
  const [shown, show] = useView()

  return (
    <Tabs.Root value={shown} onValueChange={(view) => show(view as View)} className="mt-4 sm:mt-5">
      <div className="flex items-end justify-between border-b border-line print:hidden max-sm:-mx-4 max-sm:px-4">
        <Tabs.List
          aria-label="Views"
          className="flex gap-5 max-sm:w-full max-sm:justify-between max-sm:gap-0"
        >
          {VIEWS.map((view) => (
            <ViewTab key={view} view={view} {...TABS[view]} onShow={show} />
          ))}
        </Tabs.List>
        <div className="mb-1.5 flex items-center gap-2 max-sm:hidden">
          {shown === 'priority' && <DragHint />}
          <IconButton
            label="Keyboard shortcuts"
            icon={<Keyboard size={16} />}
            onClick={onShowKeys}
            className="-mr-2 touch:hidden"
          />
        </div>
      </div>
      {VIEWS.map((view) => (
        <Tabs.Content
          key={view}
          value={view}
          forceMount={view === drawn || undefined}
          className={view === drawn ? 'pt-5 outline-none max-sm:pt-0' : 'hidden'}
        >
          {view === drawn && views[view]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

type ViewTabProps = { view: View; name: string; icon: LucideIcon; onShow: (view: View) => void }

function ViewTab({ view, name, icon: Icon, onShow }: ViewTabProps) {
  // Radix moves the focus by script, which browsers answer with a focus ring meant for the keyboard.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || event.ctrlKey) return
    event.preventDefault()
    // The focus that arrives shows the view; one that was here before does not, and back may have left this view.
    if (document.activeElement === event.currentTarget) onShow(view)
    else event.currentTarget.focus({ focusVisible: false })
  }
  return (
    <Tabs.Trigger
      value={view}
      onMouseDown={press}
      className="-mb-px flex h-10 items-center gap-2 border-b-2 border-transparent text-[14px]/5 text-fg-2 transition-colors duration-(--d-2) hover:text-fg data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-fg max-sm:h-11 max-sm:px-1"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="max-[359px]:hidden" />
      {name}
    </Tabs.Trigger>
  )
}
