import { CircleAlert, X } from 'lucide-react'
import { memo, useId } from 'react'

import { LEVELS, type Level, levelName } from '#domain/tasks/priority.ts'
import { type TemplateRow, rowFieldPath } from './template-form.ts'
import { TEMPLATE_TASK_CATEGORIES } from '#domain/templates/template.ts'

import { PriorityChip } from '../tasks/priority-chip.tsx'
import { IconButton } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'
import * as words from './words.ts'

type Props = {
  row: TemplateRow
  /** The task's position, counted from 1. */
  number: number
  /** The task's days and dependencies as text. */
  note: string
  titleError?: string
  descriptionError?: string
  hoursError?: string
  minutesError?: string
  onChange: (key: string, change: Partial<TemplateRow>) => void
  onRemove: (key: string) => void
}

const PRIORITIES = LEVELS.map((level) => ({
  value: String(level),
  label: (
    <>
      <PriorityChip level={level} />
      <span className="sr-only">{levelName(level)}</span>
    </>
  ),
}))

const TIMES = [
  { part: 'hours', label: words.hours, unit: words.hoursUnit },
  { part: 'minutes', label: words.minutes, unit: words.minutesUnit },
] as const

/** One task in the form: title and description in one box, the other fields next to it. */
export const TemplateTaskRow = memo(function TemplateTaskRow(props: Props) {
  const { row, number, note, onChange, onRemove } = props
  const id = useId()
  const change = (part: Partial<TemplateRow>) => onChange(row.key, part)
  const errors = [props.titleError, props.descriptionError, props.hoursError, props.minutesError].filter(
    Boolean,
  )
  const named = (field: string) => words.fieldOfTask(field, number)
  const fault = (error: string | undefined) => ({
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-errors` : undefined,
  })
  return (
    <li
      data-row={row.key}
      // The padding keeps the focus ring visible, because content-visibility clips at the edges.
      className="-m-1 border-line p-1 [contain-intrinsic-size:auto_62px] [content-visibility:auto] max-md:border-b max-md:pb-4"
    >
      <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 md:grid-cols-[minmax(0,1fr)_104px_128px_72px_72px_32px]">
        <div className="control col-span-3 min-w-0 focus-within:border-(--ring) focus-within:outline-2 focus-within:outline-ring has-[[aria-invalid=true]]:border-danger md:col-span-1">
          <input
            dir="auto"
            id={rowFieldPath(row.key, 'title')}
            aria-label={named(words.taskTitle)}
            {...fault(props.titleError)}
            value={row.title}
            onChange={(event) => change({ title: event.target.value })}
            placeholder={words.taskTitle}
            autoComplete="off"
            className="block w-full min-w-0 rounded-t-md bg-transparent px-2.75 pt-1.25 outline-none touch:min-h-10"
          />
          <Textarea
            aria-label={named(words.description)}
            {...fault(props.descriptionError)}
            rows={1}
            value={row.description}
            onChange={(event) => change({ description: event.target.value })}
            placeholder={words.description}
            className="min-h-6! touch:min-h-10! border-0! bg-transparent! pt-px! pb-1.75! text-meta! text-fg-2! shadow-none! outline-none! touch:text-field!"
          />
        </div>
        <Select
          label={named(words.priority)}
          value={String(row.priority)}
          onChange={(level) => change({ priority: Number(level) as Level })}
          options={PRIORITIES}
        />
        <Select
          label={named(words.category)}
          value={row.category}
          onChange={(category) => change({ category })}
          options={categoryOptions(row.category)}
        />
        <IconButton
          label={words.removeTask(number)}
          icon={<X size={16} />}
          // The second click of a double click would remove the next row.
          onClick={({ detail }) => detail <= 1 && onRemove(row.key)}
          className="max-md:row-start-2 max-md:[grid-column-start:3] max-sm:mt-0.5 md:order-last md:mt-0.5"
        />
        {TIMES.map(({ part, label, unit }) => (
          <Input
            key={part}
            aria-label={named(label)}
            {...fault(props[`${part}Error`])}
            value={row[part]}
            onChange={(event) => change({ [part]: event.target.value })}
            inputMode="numeric"
            placeholder="0"
            suffix={unit}
            autoComplete="off"
          />
        ))}
      </div>
      {note && <p className="mt-1 text-meta break-words text-fg-3">{note}</p>}
      <p id={`${id}-errors`} aria-live="polite" className="text-meta text-danger-text">
        {errors.length > 0 && (
          <span className="mt-1 flex gap-1.5">
            <CircleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" />
            {errors.join(' ')}
          </span>
        )}
      </p>
    </li>
  )
})

/** Returns the offered categories and the row's own category. */
function categoryOptions(chosen: string) {
  const names = new Set<string>([...TEMPLATE_TASK_CATEGORIES, chosen])
  return [...names].map((name) => ({ value: name, label: name }))
}
