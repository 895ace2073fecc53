import { ChartGantt, CircleCheck, Keyboard, Layers, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

import { DragHint } from '../board/drag/drag-hint.tsx'
import { useIsAway } from '../board/drag/drag-store.ts'
import { IconButton } from '../ui/button.tsx'
import { useIsKeyboardOpen } from '../ui/use-keyboard-open.ts'
import { useIsScrolled, useScrolledPast } from './scrolled.ts'
import { type View, VIEWS, useView } from './use-view.ts'
import * as words from './words.ts'

const TABS: Record<View, { name: string; icon: LucideIcon }> = {
  priority: { name: words.priorityView, icon: Layers },
  timeline: { name: words.timeline, icon: ChartGantt },
  completed: { name: words.completed, icon: CircleCheck },
}

type Props = Record<View, ReactNode> & {
  /** The rendered view, which can lag behind the selected tab. */
  drawn: View
  onShowKeys: () => void
  /** The button beside the tabs on a phone. */
  addButton: ReactNode
}

/** The tabs of the three views: above the view, in the header after scrolling, and at the bottom of a phone's screen. */
export function ViewTabs({ drawn, onShowKeys, addButton, ...views }: Props) {
  const [shown, setShown] = useView()
  // Unmounting the board would end the drag of a card.
  const kept = useIsAway() && 'priority'
  const before = useRef(drawn)
  useLayoutEffect(() => {
    // The focused element has disappeared with its view.
    if (before.current !== drawn && document.activeElement?.matches('body, [role=tabpanel]'))
      document.getElementById(panelId(drawn))?.focus({ preventScroll: true })
    before.current = drawn
  }, [drawn])

  return (
    <div className="sm:mt-1">
      <TabRow shown={shown} onShow={setShown} addButton={addButton}>
        <div className="mb-1 ml-auto flex items-center gap-2 max-sm:hidden">
          {shown === 'priority' && <DragHint className="max-md:hidden" />}
          <IconButton
            label={words.shortcuts}
            icon={<Keyboard size={16} />}
            onClick={onShowKeys}
            className="-mr-2 touch:hidden"
          />
        </div>
      </TabRow>
      {VIEWS.map((view) => (
        <div
          key={view}
          role="tabpanel"
          id={panelId(view)}
          aria-labelledby={tabId(view)}
          tabIndex={-1}
          hidden={view !== drawn}
          className="pt-4 outline-none max-sm:pt-0"
        >
          {(view === drawn || view === kept) && views[view]}
        </div>
      ))}
    </div>
  )
}

const tabId = (view: View) => `tab-${view}`
const panelId = (view: View) => `view-${view}`

type Choice = { shown: View; onShow: (view: View) => void }

type TabRowProps = Choice & { addButton: ReactNode; children: ReactNode }

/** Reserves the tabs' space while they are in the header or at the bottom. */
function TabRow({ shown, onShow, addButton, children }: TabRowProps) {
  const place = useRef<HTMLDivElement>(null)
  const tabs = useRef<HTMLDivElement>(null)
  const isScrolled = useIsScrolled()
  const isKeyboardOpen = useIsKeyboardOpen()
  useScrolledPast(place, tabs)
  return (
    <div ref={place} className="sm:flex sm:h-10 sm:items-end sm:border-b sm:border-line print:hidden">
      <div
        className={`${BOTTOM_BAR} ${isScrolled ? IN_HEADER : ''} ${isKeyboardOpen ? 'max-sm:hidden' : ''}`}
      >
        <div
          ref={tabs}
          role="tablist"
          aria-label={words.views}
          data-scrolled={isScrolled || undefined}
          className="group/tabs flex max-sm:flex-3 sm:gap-5 sm:data-scrolled:pointer-events-auto sm:data-scrolled:ml-10.5 sm:data-scrolled:w-fit sm:data-scrolled:animate-fade-in sm:max-lg:data-scrolled:gap-4 sm:max-md:data-scrolled:gap-1 lg:data-scrolled:ml-26.5"
        >
          {VIEWS.map((view) => (
            <ViewTab key={view} view={view} {...TABS[view]} shown={shown} onShow={onShow} />
          ))}
        </div>
        {addButton}
      </div>
      {children}
    </div>
  )
}

const BOTTOM_BAR =
  'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:flex max-sm:h-[calc(56px+env(safe-area-inset-bottom))] max-sm:border-t max-sm:border-line-2 max-sm:bg-raised max-sm:pb-[env(safe-area-inset-bottom)]'
/** Covers the header, which is in the same layer. */
const IN_HEADER = 'sm:page sm:pointer-events-none sm:fixed sm:inset-x-0 sm:top-0 sm:z-10'

type ViewTabProps = Choice & { view: View; name: string; icon: LucideIcon }

function ViewTab({ view, name, icon: Icon, shown, onShow }: ViewTabProps) {
  const isShown = view === shown
  const show = () => !isShown && onShow(view)
  // Switches views on press rather than on release.
  const press = (event: MouseEvent) => {
    if (event.button === 0 && !event.ctrlKey) show()
  }
  const step = (event: KeyboardEvent) => {
    const next = neighborOf(view, event)
    if (!next) return
    event.preventDefault()
    document.getElementById(tabId(next))?.focus()
    onShow(next)
  }
  return (
    <button
      ref={isShown ? takeFocus : null}
      type="button"
      role="tab"
      id={tabId(view)}
      aria-selected={isShown}
      aria-controls={panelId(view)}
      tabIndex={isShown ? 0 : -1}
      onMouseDown={press}
      onClick={show}
      onKeyDown={step}
      className={`relative flex items-center text-fg-2 transition-colors duration-(--d-2) hover:text-fg aria-selected:text-fg ${ON_PHONE} ${ABOVE_VIEW}`}
    >
      <Icon strokeWidth={1.75} className="size-5 sm:size-4 md:max-lg:group-data-scrolled/tabs:hidden" />
      <span className="sm:max-md:group-data-scrolled/tabs:sr-only">{name}</span>
    </button>
  )
}

/** Focuses the tab of a view that Back or a shortcut opened, if another tab has the focus. */
function takeFocus(tab: HTMLElement | null): void {
  if (tab?.parentElement?.contains(document.activeElement)) tab.focus()
}

/** Returns the tab that a key moves to. The arrow keys wrap around. */
function neighborOf(view: View, { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  const at = VIEWS.indexOf(view)
  if (key === 'ArrowRight') return VIEWS[(at + 1) % VIEWS.length]
  if (key === 'ArrowLeft') return VIEWS.at(at - 1)
  if (key === 'Home') return VIEWS[0]
  return key === 'End' ? VIEWS.at(-1) : undefined
}

/** The mark of the active tab is on the bar's upper edge. */
const ON_PHONE =
  'max-sm:flex-1 max-sm:flex-col max-sm:justify-center max-sm:gap-0.75 max-sm:text-[11px]/3.5 max-sm:font-medium max-sm:-outline-offset-2 max-sm:before:absolute max-sm:before:-top-px max-sm:before:h-0.5 max-sm:before:w-8 max-sm:aria-selected:font-semibold max-sm:aria-selected:before:border max-sm:aria-selected:before:border-ink'
const ABOVE_VIEW =
  'sm:-mb-px sm:h-10 sm:gap-2 sm:border-b-2 sm:border-transparent sm:text-[14px]/5 sm:aria-selected:border-ink sm:forced-colors:aria-selected:border-[Highlight] sm:aria-selected:font-medium sm:group-data-scrolled/tabs:mb-0 sm:group-data-scrolled/tabs:h-12 sm:max-md:group-data-scrolled/tabs:min-w-10 sm:max-md:group-data-scrolled/tabs:justify-center'
