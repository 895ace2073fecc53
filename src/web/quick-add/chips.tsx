import { CalendarIcon, Folder, Repeat2, Sun, Timer, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'

import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import type { PartKind } from '#domain/tasks/quick-add/quick-add.ts'
import { levelName } from '#domain/tasks/priority.ts'

import { CategoryBadge } from '../categories/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { fieldDates } from '../ui/field-dates.ts'
import type { Line } from './use-line.ts'
import * as words from './words.ts'

/** A recognized part of the text, or a value that doesn't come from the text. */
export type Chip = { key: PartKind | 'projectCategory'; name: string; content: ReactNode; remove: () => void }

/** Returns the chips of a line, in the order of its marks. The chip for the band's level comes last. */
export function chipsOf(line: Line): Chip[] {
  const { parsed, values } = line
  const chips = parsed.parts.flatMap((part) => {
    const chip: Chip = { ...faceOf(part.kind, values), key: part.kind, remove: () => line.exclude(part) }
    const hasCategory = parsed.parts.some(({ kind }) => kind === 'category')
    if (part.kind !== 'project' || hasCategory) return [chip]
    return [{ ...chip, ...faceOf('category', values), key: 'projectCategory' as const }, chip]
  })
  if (line.usesPreset) chips.push({ ...faceOf('level', values), key: 'level', remove: line.removePreset })
  return chips
}

function faceOf(kind: PartKind, values: Line['values']): Pick<Chip, 'name' | 'content'> {
  const name = (text: string) => words.partNames[kind](text)
  if (kind === 'level')
    return {
      name: name(words.levelText(values.level)),
      content: (
        <>
          <PriorityChip level={values.level} />
          {levelName(values.level)}
        </>
      ),
    }
  if (kind === 'category') {
    const category = values.project === null ? values.category : CATEGORY_PROJECT
    return { name: name(category), content: <CategoryBadge name={category} /> }
  }
  const text = textOf(kind, values)
  const Icon = ICONS[kind]
  return {
    name: name(text),
    content: (
      <>
        <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
        <span dir="auto" className="max-w-60 truncate">
          {text}
        </span>
      </>
    ),
  }
}

const ICONS = { due: CalendarIcon, plan: Sun, estimate: Timer, project: Folder, recurrence: Repeat2 }

function textOf(kind: keyof typeof ICONS, { due, estimate, project, recurrence }: Line['values']): string {
  if (kind === 'due') return fieldDates.show(due ?? '', Temporal.Now.zonedDateTimeISO())
  if (kind === 'plan') return words.today
  if (kind === 'estimate') return estimate ? words.estimateText(estimate) : ''
  return (kind === 'project' ? project : recurrence) ?? ''
}

type Props = {
  chips: readonly Chip[]
  /** Returns focus to the text. */
  onLeave: () => void
  className?: string
}

/** Shows the values that will be saved. Removing a chip keeps its words as text. */
export function Chips({ chips, onLeave, className = '' }: Props) {
  if (chips.length === 0) return null
  const press = (event: KeyboardEvent<HTMLElement>, chip: Chip) => {
    const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const isRemoval = !event.repeat && (event.key === 'Backspace' || event.key === 'Delete')
    if (event.key === 'ArrowLeft') buttons[at - 1]?.focus()
    else if (event.key === 'ArrowRight' && at + 1 < buttons.length) buttons[at + 1]?.focus()
    else if (event.key === 'ArrowRight' || event.key === 'Escape') onLeave()
    else if (isRemoval) removeFocused(chip)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const removeFocused = (chip: Chip) => {
    onLeave()
    chip.remove()
  }
  return (
    <ul aria-label={words.parts} className={className}>
      {chips.map((chip) => (
        <li
          key={chip.key}
          className="flex h-6.5 shrink-0 items-center gap-1.5 rounded-md border border-line-2 bg-surface pl-2 text-label font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring touch:h-9 touch:pl-2.5"
        >
          {chip.content}
          <button
            type="button"
            aria-label={words.removePart(chip.name)}
            onKeyDown={(event) => press(event, chip)}
            onClick={() => removeFocused(chip)}
            className="relative grid h-full w-6 place-items-center rounded-r-md text-fg-3 outline-none hover:text-fg touch:w-8 touch:before:absolute touch:before:-inset-y-1 touch:before:inset-x-[-4px]"
          >
            <X size={14} strokeWidth={1.75} />
          </button>
        </li>
      ))}
    </ul>
  )
}
