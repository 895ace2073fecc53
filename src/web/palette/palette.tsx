import { useQueryClient } from '@tanstack/react-query'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { TASK_ACTIONS } from '../board/card/task-actions.ts'
import { pathOfProject } from '../filters/use-task-filter.ts'
import { openQuickAdd } from '../quick-add/open.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { isDialogEntry } from '../ui/dialog-entry.ts'
import { afterHistorySteps, useHistoryEntry } from '../ui/dialog-history.ts'
import { watchUser } from '../ui/focus-view.ts'
import { ToastRow, useDoubleClick } from '../ui/dialog.tsx'
import { useKeyboardHeight } from '../ui/use-keyboard-open.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Scrim } from '../ui/scrim.tsx'
import { findTask } from './find-task.ts'
import { readTargets } from './move-commands.ts'
import { paletteStore } from './open.ts'
import { PaletteField } from './palette-field.tsx'
import { PaletteFooter } from './palette-footer.tsx'
import { groupsOf } from './palette-groups.ts'
import { PaletteRows, type Row, rowId } from './palette-rows.tsx'
import { type PageCommands, type TaskHandlers, findCommands, runOnTask, useCommands } from './use-commands.ts'
import { useFoundTasks } from './use-found-tasks.ts'
import * as words from './words.ts'

type Props = {
  open: boolean
  userId: string
  commands: PageCommands
  tasks: TaskHandlers
  onClose: () => void
}

/** Finds tasks and commands. Runs the chosen command after the palette has closed and returned focus. */
export function Palette(props: Props) {
  const { open, onClose } = props
  const afterwards = useRef<(() => void) | null>(null)
  const focus = useReturnFocus((content) => content.querySelector('input'))
  const keyboard = useKeyboardHeight()
  const isNarrow = useMediaQuery(NARROW)
  useHistoryEntry(open, onClose)
  const onPressOutside = useDoubleClick(open)
  const closeAndRun = (then: () => void) => {
    afterwards.current = then
    onClose()
  }
  const onCloseAutoFocus = (event: Event) => {
    focus.onCloseAutoFocus(event)
    const then = afterwards.current
    afterwards.current = null
    if (then) afterHistorySteps(then)
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Scrim open={open} />
        <Radix.Content
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          // The input handles Escape, because it clears the text first.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onPointerDownOutside={onPressOutside}
          onMouseDown={keepFocusInField}
          aria-describedby={undefined}
          style={{ paddingBottom: isNarrow ? keyboard : 0 }}
          className="fixed inset-x-0 top-24 z-40 mx-auto flex max-h-[60dvh] w-[calc(100%-48px)] max-w-160 flex-col overflow-clip rounded-[14px] bg-raised shadow-sh-4 outline-hidden data-[state=open]:animate-dialog-in max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:shadow-none"
        >
          <Radix.Title className="sr-only">{words.title}</Radix.Title>
          <PaletteBody {...props} closeAndRun={closeAndRun} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Only the input handles keys, so pressing other parts must not take its focus. */
function keepFocusInField(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && !event.target.closest('input, button')) event.preventDefault()
}

type BodyProps = Props & { closeAndRun: (then: () => void) => void }

function PaletteBody({ userId, commands: onPage, tasks: onTask, onClose, closeAndRun }: BodyProps) {
  const [text, setText] = useState('')
  const opened = paletteStore.get()
  // The command that the palette was opened with, which still needs a task.
  const [picking, setPicking] = useState(typeof opened === 'string' ? opened : null)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const list = useId()
  const client = useQueryClient()
  const { tasks = NO_TASKS } = useTasks()
  const [targets] = useState(readTargets)
  const [, navigate] = useLocation()
  const commands = useCommands(userId, onPage, targets, tasks)
  const choice = useMemo(
    () => picking && { canRun: TASK_ACTIONS[picking].check(), first: targets },
    [picking, targets],
  )
  const found = useFoundTasks(text, tasks, choice)
  const groups = groupsOf(found, choice ? null : findCommands(commands, found.query), tasks, text.trim())
  const rows = groups.flatMap(({ rows }) => rows)
  const count = rows.filter(({ kind }) => kind !== 'add').length
  const selected = rows.find(({ key }) => key === selectedKey) ?? rows[0]
  // Later results can appear above this row.
  if (selected && selected.key !== selectedKey) setSelectedKey(selected.key)

  const type = (next: string) => {
    setText(next)
    setSelectedKey(null)
  }
  const withTask = (row: Extract<Row, { kind: 'task' }>, then: (task: ShortTask) => void) =>
    closeAndRun(() => {
      const isBusy = watchUser()
      void findTask(client, row).then((task) => task && (picking || !isBusy()) && then(task))
    })
  const runRow = (row: Row) => {
    if (row.kind === 'project') {
      // The new URL replaces the palette's history entry.
      navigate(pathOfProject(row.name), { replace: isDialogEntry() })
      return onClose()
    }
    if (row.kind === 'add') return closeAndRun(() => openQuickAdd({ text: row.text }))
    if (row.kind === 'task') {
      return withTask(row, (task) => (picking ? runOnTask(picking, task, onTask) : onTask.openDetails(task)))
    }
    const { picks, run: runCommand, isNavigation } = row.command
    if (picks) {
      setPicking(picks)
      return type('')
    }
    if (!isNavigation) return closeAndRun(() => runCommand?.())
    runCommand?.()
    onClose()
  }
  const leave = () => {
    if (text === '' && !picking) return onClose()
    if (text === '') setPicking(null)
    type('')
  }
  const step = (to: number) => setSelectedKey(rows.at(to)?.key ?? null)
  const press = (event: KeyboardEvent) => {
    const at = selected ? rows.indexOf(selected) : -1
    const keys: Record<string, () => void> = {
      ArrowDown: () => step((at + 1) % rows.length),
      ArrowUp: () => step(at - 1),
      Home: () => step(0),
      End: () => step(-1),
      Escape: leave,
      Enter: () => {
        // The Enter that chose a command must not also choose its task.
        if (!selected || event.repeat) return
        const startsWork = event.ctrlKey || event.metaKey
        if (!startsWork) return runRow(selected)
        if (selected.kind === 'task' && !selected.hit.completed) withTask(selected, onTask.startWork)
      },
    }
    const handle = keys[event.key]
    // Shift+Home and Shift+End select text.
    if (!handle || (event.shiftKey && event.key !== 'Enter')) return
    event.preventDefault()
    handle()
  }

  return (
    <>
      <PaletteField
        text={text}
        picking={picking}
        list={list}
        activeId={selected && rowId(list, selected)}
        onType={type}
        onKeyDown={press}
        onClose={onClose}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <PaletteRows
          id={list}
          groups={groups}
          selected={selected}
          onSelect={({ key }) => setSelectedKey(key)}
          onRun={runRow}
        />
      </div>
      <ToastRow isOpen />
      <PaletteFooter state={found.state} count={count} />
      {/* Keeps the results and a toast off a phone's edge. */}
      <div className="py-1 sm:hidden" />
    </>
  )
}
