import { Popover } from 'radix-ui'
import { type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'

import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Field } from '../../ui/field.tsx'
import type { SetField } from '../use-task-form.ts'
import { DependencyChip } from './dependency-chip.tsx'
import { DependencyList, optionId } from './dependency-list.tsx'
import { findTasks } from './find-tasks.ts'
import * as words from '../words.ts'

type Props = {
  ids: string[]
  /** The edited task, which isn't offered. */
  ownId: number | null
  tasks: readonly ShortTask[]
  error?: string
  set: SetField
}

const NOBODY = -1

/** A text field that picks tasks by title and shows them as chips. */
export const DependencyPicker = memo(function DependencyPicker({ ids, ownId, tasks, error, set }: Props) {
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(NOBODY)
  const [said, setSaid] = useState('')

  const byId = useMemo(() => new Map(tasks.map((task) => [String(task.id), task])), [tasks])
  const { found, more } = useMemo(
    () => (isOpen ? findTasks(tasks, text, new Set([...ids, String(ownId)])) : NOTHING_FOUND),
    [isOpen, tasks, text, ids, ownId],
  )
  const activeTask = found[active]
  const nameOf = (id: string) => byId.get(id)?.title ?? words.unknownTask(id)

  const open = (typed: string) => {
    setText(typed)
    setSaid('')
    setIsOpen(true)
    setActive(typed.trim() ? 0 : NOBODY)
  }
  const pick = (task: ShortTask) => {
    set('dependencies', [...ids, String(task.id)])
    setSaid(words.added(task.title))
    setText('')
    setActive(NOBODY)
    // An open list would cover the Save button.
    setIsOpen(false)
    input.current?.focus()
  }
  const remove = (id: string) => {
    const others = ids.filter((other) => other !== id)
    set('dependencies', others)
    setSaid(words.removed(nameOf(id)))
    input.current?.focus()
  }
  const move = (step: 1 | -1) => {
    if (!isOpen) return open(text)
    const from = active === NOBODY && step < 0 ? 0 : active
    const next = found.length === 0 ? NOBODY : (from + step + found.length) % found.length
    setActive(next)
    document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const last = ids.at(-1)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isOpen && activeTask) pick(activeTask)
    else if (event.key === 'Backspace' && !event.repeat && text === '' && last) return remove(last)
    else if (event.key !== 'Enter' || (!isOpen && text === '')) return
    event.preventDefault()
  }

  return (
    <Field label={TASK_FIELDS.dependencies.label} optional error={error}>
      {(fieldIds) => (
        <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
          <Popover.Anchor asChild>
            <div
              ref={box}
              className={`flex min-h-9 flex-wrap items-center gap-1.5 rounded-md border bg-surface px-1.5 py-[5px] focus-within:border-(--ring) focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring max-sm:min-h-11 ${error ? 'border-(--danger)' : 'border-control'}`}
            >
              {ids.map((id) => (
                <DependencyChip
                  key={id}
                  name={nameOf(id)}
                  level={byId.get(id)?.priority}
                  onRemove={() => remove(id)}
                />
              ))}
              <input
                dir="auto"
                {...fieldIds}
                ref={input}
                role="combobox"
                aria-expanded={found.length > 0}
                aria-controls={found.length > 0 ? listId : undefined}
                aria-activedescendant={activeTask && optionId(listId, active)}
                aria-autocomplete="list"
                autoComplete="off"
                placeholder={words.findTask}
                value={text}
                onChange={(event) => open(event.target.value)}
                onClick={() => open(text)}
                onKeyDown={press}
                className="-my-1.5 h-6 min-w-24 flex-1 bg-transparent px-1 text-body outline-none placeholder:text-fg-3 touch:h-10 touch:text-field"
              />
            </div>
          </Popover.Anchor>
          <DependencyList
            id={listId}
            box={box}
            found={found}
            more={more}
            active={active}
            onHover={setActive}
            onPick={pick}
          />
          <output className="sr-only">{isOpen && text ? words.tasksFound(found.length + more) : said}</output>
        </Popover.Root>
      )}
    </Field>
  )
})

const NOTHING_FOUND = { found: [] as ShortTask[], more: 0 }
