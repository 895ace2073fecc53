import { X } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { useLayoutEffect, useMemo, useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { isMac } from '../keys/key-names.ts'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { IconButton } from '../ui/button.tsx'
import { passFocusToView } from '../ui/focus-view.ts'
import { CLEAR_OF_TOASTS } from '../ui/toast-place.ts'
import { useEvent } from '../ui/use-event.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import {
  type BarProps,
  CategoryMenu,
  DuePopover,
  LevelMenu,
  MoreMenu,
  ProjectPopover,
  planAction,
} from './bar-menus.tsx'
import { BarButton } from './bar-button.tsx'
import { rememberCard } from './return-focus.ts'
import { clearSelection, currentSelection, keepSelected, useSelectedIds } from './selection.ts'
import { bulkOf } from './use-bulk.ts'
import { selected as selectedText } from './words-of-board.ts'
import * as words from './words.ts'

const BAR = { ...CLEAR_OF_TOASTS, 'aria-label': words.bar, 'data-commands': words.bar, loop: true }

type Props = {
  /** All of the user's tasks, because tasks that the board hides also count toward the slots. */
  tasks: readonly ShortTask[]
  /** The tasks that the board shows, in its order. */
  shown: readonly ShortTask[]
  today: Temporal.PlainDate
}

/** The actions for the selected tasks. Escape ends the selection and focuses the card that was selected last. */
export function BulkBar({ tasks, shown, today }: Props) {
  const ids = useSelectedIds()
  const open = useMemo(() => new Set(shown.flatMap((task) => (task.completed ? [] : task.id))), [shown])
  const selected = useMemo(() => shown.filter(({ id }) => ids.has(id) && open.has(id)), [shown, ids, open])
  const isNarrow = useMediaQuery(NARROW)
  useLayoutEffect(() => keepSelected(open))
  useEvent(document, ['keydown'], (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isInLayer(event.target)) return
    leave()
  })
  const bulk = bulkOf(selected)
  const [text, setText] = useState('')
  const props: BarProps = { tasks, selected, today, bulk, project: { text, setText } }
  const del = { delete: bulk.remove, ...(isMac() && { backspace: bulk.remove }) }
  useShortcuts({ b: focusBar, c: bulk.complete, t: planAction(props).run, ...del })
  return isNarrow ? <NarrowBar {...props} /> : <WideBar {...props} />
}

function WideBar(props: BarProps) {
  const { selected, bulk } = props
  const plan = planAction(props)
  return (
    <div
      // Another device or a filter can end the selection.
      ref={passFocusToView}
      className="pointer-events-none fixed inset-x-0 bottom-6 z-25 flex justify-center px-6 print:hidden"
    >
      <Toolbar.Root
        {...BAR}
        className="pointer-events-auto flex h-13 max-w-full animate-rise-in items-center gap-1 rounded-[14px] border border-line-2 bg-raised px-2.5 shadow-sh-4 dark:border-transparent"
      >
        <p className="px-2 text-label font-semibold whitespace-nowrap tabular-nums">
          {selectedText(selected.length)}
        </p>
        <BarButton icon="complete" label={words.complete} onClick={bulk.complete} />
        <LevelMenu {...props} trigger={<BarButton icon="move" label={words.moveToLevel} />} />
        <CategoryMenu {...props} trigger={<BarButton icon="category" label={words.category} />} />
        <ProjectPopover {...props} trigger={<BarButton icon="project" label={words.project} />} />
        <DuePopover {...props} trigger={<BarButton icon="due" label={words.dueDate} />} />
        <BarButton icon="plan" label={plan.label} onClick={plan.run} />
        <BarButton icon="remove" label={words.remove} isDanger onClick={bulk.remove} />
        <Toolbar.Separator className="mx-1.5 h-5 w-px bg-line-2" />
        <Toolbar.Button asChild>
          <IconButton label={words.clear} icon={<X size={16} />} onClick={leave} />
        </Toolbar.Button>
      </Toolbar.Root>
    </div>
  )
}

/** On a phone the header shows the count, and the bar is at the bottom. */
function NarrowBar(props: BarProps) {
  const { selected, bulk } = props
  return (
    <div ref={passFocusToView}>
      <div className="fixed inset-x-0 top-0 z-25 grid h-12 grid-cols-[1fr_auto_1fr] items-center border-b border-line bg-bg px-2 print:hidden">
        <button
          type="button"
          onClick={leave}
          className="min-h-10 justify-self-start rounded-md px-2 text-[15px]/5 hover:bg-hover"
        >
          {words.cancel}
        </button>
        <p className="text-[15px]/5 font-semibold tabular-nums">{selectedText(selected.length)}</p>
      </div>
      <Toolbar.Root
        {...BAR}
        className="fixed inset-x-0 bottom-0 z-25 grid animate-rise-in grid-cols-5 border-t border-line-2 bg-raised pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        <BarButton isTall icon="complete" label={words.complete} onClick={bulk.complete} />
        <LevelMenu {...props} trigger={<BarButton isTall icon="move" label={words.move} />} />
        <DuePopover {...props} trigger={<BarButton isTall icon="due" label={words.dueDate} />} />
        <CategoryMenu {...props} trigger={<BarButton isTall icon="category" label={words.category} />} />
        <MoreMenu {...props} trigger={<BarButton isTall icon="more" label={words.more} />} />
      </Toolbar.Root>
    </div>
  )
}

/** Ends the selection and focuses the card that was selected last. */
function leave(): void {
  const focusCard = rememberCard(currentSelection().last)
  clearSelection()
  focusCard()
}

function focusBar(): void {
  document.querySelector<HTMLElement>(`[role=toolbar][aria-label="${words.bar}"] button`)?.focus()
}

/** Menus and dialogs handle Escape themselves. */
function isInLayer(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}
