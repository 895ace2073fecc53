import { ChevronDown, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'

import { findNames } from '#domain/task-filter.ts'

import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Input } from '../ui/input.tsx'
import { Popover } from '../ui/popover.tsx'

type ListProps = {
  projects: readonly string[]
  chosen: string | null
  onChoose: (name: string) => void
}

type Props = ListProps & {
  /** Whether its button is there. The key opens it without. */
  hasButton: boolean
  /** How often its key was pressed, also before it was there. */
  asked: number
  /** What had the focus when its key was pressed, and gets it back. */
  returnTo: RefObject<HTMLElement | null>
  /** Its own button takes the focus from now on. */
  onOpenerSpent: () => void
  /** Where it opens without its button. */
  place: RefObject<HTMLElement | null>
}

/** Every project to choose from, with a search, opened by its button or by '/'. Choosing closes it. */
export function ProjectFilter({
  hasButton,
  place,
  asked,
  returnTo,
  onOpenerSpent,
  onChoose,
  ...list
}: Props) {
  const [isOpen, setOpen] = useState(asked > 0)
  const [answered, setAnswered] = useState(asked)
  if (asked !== answered) {
    setAnswered(asked)
    setOpen(true)
  }
  const set = (open: boolean) => {
    onOpenerSpent()
    setOpen(open)
  }
  const choose = (name: string) => {
    // Its button is there from now on, and takes the focus.
    set(false)
    onChoose(name)
  }
  return (
    <Popover
      label="Projects"
      align="end"
      open={isOpen}
      onOpenChange={(open) => (open ? set(true) : setOpen(false))}
      returnTo={returnTo}
      className="w-66 max-w-[calc(100vw-16px)]"
      anchor={hasButton ? undefined : place}
      trigger={
        hasButton && (
          <Button className={list.chosen === null ? 'text-fg-2!' : ''}>
            Filter by Project
            <ChevronDown aria-hidden size={16} />
          </Button>
        )
      }
    >
      <ProjectList {...list} onChoose={choose} />
    </Popover>
  )
}

function ProjectList({ projects, chosen, onChoose }: ListProps) {
  const [text, setText] = useState('')
  const found = findNames(projects, text)
  return (
    // The keys walk over the field and the boxes, which are what is pressed.
    <div role="presentation" onKeyDown={walk}>
      <Input
        type="text"
        aria-label="Search projects"
        placeholder="Search projects..."
        autoComplete="off"
        icon={<Search aria-hidden size={16} />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="rounded-t-xl! rounded-b-none! border-x-0! border-t-0! border-line! -outline-offset-2!"
      />
      <div className="max-h-70 overflow-y-auto overscroll-contain p-1">
        {found.map((name) => (
          <Checkbox
            key={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
            label={name}
            className="min-h-8! rounded-sm px-2 hover:bg-hover has-focus-visible:bg-hover touch:min-h-10! [&>label]:min-w-0 [&>label]:flex-1 [&>label]:break-words"
          />
        ))}
      </div>
      <output>
        {found.length === 0 && <p className="px-3 pb-3 text-label text-fg-2">No projects found.</p>}
      </output>
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus between the search and the boxes under it by the arrow keys. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=text], [role=checkbox]')]
  const here = stops.findIndex((stop) => stop === document.activeElement)
  stops[here + step]?.focus()
}
