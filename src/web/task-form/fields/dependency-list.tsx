import { CheckIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { RefObject } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { PriorityChip } from '../../tasks/priority-chip.tsx'
import * as words from '../words.ts'

type Props = {
  id: string
  /** The field that the list belongs to. A click in the field doesn't close the list. */
  box: RefObject<HTMLElement | null>
  found: readonly ShortTask[]
  more: number
  active: number
  onHover: (index: number) => void
  onPick: (task: ShortTask) => void
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The suggested tasks. The focus stays in the text field, which refers to the active suggestion. */
export function DependencyList({ id, box, found, more, active, onHover, onPick }: Props) {
  const keepOpenInBox = (event: { target: EventTarget | null; preventDefault(): void }) => {
    if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault()
  }
  return (
    <Popover.Portal>
      <Popover.Content
        role="none"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={keepOpenInBox}
        // The dialog blocks scrolling outside itself, and this list is outside.
        onWheel={(event) => event.stopPropagation()}
        onTouchMove={(event) => event.stopPropagation()}
        className="z-50 max-h-[min(280px,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 shadow-sh-4"
      >
        {found.length === 0 && <p className="px-2 py-2 text-label text-fg-2">{words.noTasks}</p>}
        {found.length > 0 && (
          <div {...LISTBOX} id={id}>
            {found.map((task, index) => (
              <Option
                key={task.id}
                id={optionId(id, index)}
                task={task}
                isActive={index === active}
                onHover={() => onHover(index)}
                onPick={() => onPick(task)}
              />
            ))}
          </div>
        )}
        {more > 0 && <p className="px-2 py-2 text-meta text-fg-3">{words.moreTasks(more)}</p>}
      </Popover.Content>
    </Popover.Portal>
  )
}

/** `select` and `datalist` can't hold rows with more than text. */
const LISTBOX = { role: 'listbox', 'aria-label': words.tasks } as const
const option = (isActive: boolean) => ({ role: 'option', tabIndex: -1, 'aria-selected': isActive }) as const

type OptionProps = { id: string; task: ShortTask; isActive: boolean; onHover: () => void; onPick: () => void }

function Option({ id, task, isActive, onHover, onPick }: OptionProps) {
  return (
    <button
      type="button"
      {...option(isActive)}
      id={id}
      onPointerMove={onHover}
      // Keeps focus in the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={`flex min-h-8 w-full cursor-pointer text-start items-center gap-2 rounded-sm px-2 py-1 text-label leading-5 pointer-coarse:min-h-10 ${isActive ? 'bg-hover forced-outline' : ''}`}
    >
      <PriorityChip level={task.priority} />
      <span
        dir="auto"
        className={`min-w-0 flex-1 truncate ${task.completed ? 'text-fg-3 line-through' : ''}`}
      >
        {task.title}
      </span>
      {task.completed && (
        <span className="flex items-center gap-1 text-meta text-fg-3">
          <CheckIcon size={14} strokeWidth={1.75} /> {words.completed}
        </span>
      )}
    </button>
  )
}
