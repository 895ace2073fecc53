import { ChevronDown, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'

import { isSameName } from '#domain/text.ts'
import { findNames } from './task-filter.ts'

import { takeKeys } from '../ui/keep-keys.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Input } from '../ui/input.tsx'
import { Popover } from '../ui/popover.tsx'
import * as words from './words.ts'

type ListProps = {
  projects: readonly string[]
  chosen: string | null
  onChoose: (name: string) => void
}

type Props = ListProps & {
  /** Whether the filter's button is visible. The shortcut works without the button. */
  hasButton: boolean
  /** How many times the shortcut was pressed, including before this code had loaded. */
  asked: number
  /** The element that had focus before the shortcut was pressed. It gets the focus back. */
  returnTo: RefObject<HTMLElement | null>
  /** Called when the focus will return to the filter's own button instead of `returnTo`. */
  onOpenerSpent: () => void
  /** The element at which the list opens when its button isn't shown. */
  place: RefObject<HTMLElement | null>
}

/** A searchable list of projects, opened by its button or by '/'. Choosing a project closes it. */
export function ProjectFilter({
  hasButton,
  place,
  asked,
  returnTo,
  onOpenerSpent,
  onChoose,
  ...list
}: Props) {
  const [isOpen, setIsOpen] = useState(asked > 0)
  const [answered, setAnswered] = useState(asked)
  if (asked !== answered) {
    setAnswered(asked)
    setIsOpen(true)
  }
  const set = (open: boolean) => {
    onOpenerSpent()
    setIsOpen(open)
  }
  const choose = (name: string) => {
    // Choosing a project shows the button, which takes focus.
    set(false)
    onChoose(name)
  }
  return (
    <Popover
      label={words.projects}
      align="end"
      open={isOpen}
      onOpenChange={(open) => (open ? set(true) : setIsOpen(false))}
      returnTo={returnTo}
      className="w-66 max-w-[calc(100vw-16px)]"
      anchor={hasButton ? undefined : place}
      trigger={
        hasButton && (
          <Button className={list.chosen === null ? 'text-fg-2!' : ''}>
            {words.byProject}
            <ChevronDown size={16} />
          </Button>
        )
      }
    >
      <ProjectList {...list} onChoose={choose} />
    </Popover>
  )
}

/** Returns the text typed while this code loaded. */
const typedAhead = () =>
  takeKeys()
    .filter((key) => key.length === 1)
    .join('')

function ProjectList({ projects, chosen, onChoose }: ListProps) {
  const [text, setText] = useState(typedAhead)
  const found = findNames(projects, text)
  return (
    // The arrow keys move between the field and the checkboxes, which handle every other key.
    <div role="presentation" onKeyDown={walk}>
      <Input
        type="text"
        aria-label={words.search}
        placeholder={words.searchPlaceholder}
        autoComplete="off"
        icon={<Search size={16} />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="rounded-t-xl! rounded-b-none! border-x-0! border-t-0! border-line! -outline-offset-2!"
      />
      <div className="max-h-70 overflow-y-auto overscroll-contain p-1">
        {found.map((name) => (
          <Checkbox
            key={name}
            checked={isSameName(name, chosen)}
            onChange={() => onChoose(name)}
            label={name}
            className="min-h-8! rounded-sm px-2 hover:bg-hover has-focus-visible:bg-hover touch:min-h-10! [&>label]:min-w-0 [&>label]:flex-1 [&>label]:wrap-anywhere"
          />
        ))}
      </div>
      <output>
        {found.length === 0 && <p className="px-3 pb-3 text-label text-fg-2">{words.noProjects}</p>}
      </output>
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus between the search field and the checkboxes with the arrow keys. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=text], [role=checkbox]')]
  const here = stops.findIndex((stop) => stop === document.activeElement)
  stops[here + step]?.focus()
}
