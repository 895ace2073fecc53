import { RadioGroup } from 'radix-ui'
import { Fragment, type ReactNode, useId, useState } from 'react'

import { levelName } from '#domain/tasks/priority.ts'

import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Button } from '../ui/button.tsx'
import { dates } from '../ui/dates.ts'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import type { Difference, Version } from './difference.ts'
import { type Piece, diffWords } from './word-diff.ts'
import * as words from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  differences: readonly Difference[]
  /** Labels of the edited fields that don't conflict. */
  merged: readonly string[]
  /** When the task last changed, ISO 8601. */
  changedAt: string
  /** Called with the keys of the differences for which the user chose the saved version. */
  onSave: (saved: ReadonlySet<string>) => void
  /** Moves the focus after a choice, when the note that opened the dialog is gone. */
  onOpenerGone?: () => void
}

/** Shows both versions of each field that the user and another device changed. The user's edits are preselected. */
export function ConflictDialog({ open, onClose, differences, merged, changedAt, onSave, ...rest }: Props) {
  const [saved, setSaved] = useState<ReadonlySet<string>>(NONE)
  const [now] = useState(() => new Date())
  // The dialog can also close by itself, and the next conflict needs a new choice.
  if (!open && saved !== NONE) setSaved(NONE)
  const choose = (key: string, version: string) =>
    setSaved(new Set(version === 'saved' ? [...saved, key] : [...saved].filter((other) => other !== key)))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onOpenerGone={rest.onOpenerGone}
      title={words.title}
      width="conflict"
      subtitle={
        <p className="mt-1 text-label text-fg-2">{words.subtitle(dates.instant(new Date(changedAt), now))}</p>
      }
      footer={
        <DialogFooter
          start={
            <>
              <Button variant="ghost" onClick={() => setSaved(new Set(differences.map(({ key }) => key)))}>
                {words.keepSaved}
              </Button>
              <Button variant="ghost" onClick={() => setSaved(NONE)}>
                {words.keepMine}
              </Button>
            </>
          }
        >
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" onClick={() => onSave(saved)}>
            {words.save}
          </Button>
        </DialogFooter>
      }
    >
      <div aria-hidden className={`${ROW} pb-1.5 text-meta font-medium text-fg-2 max-sm:hidden`}>
        <span />
        <span>{words.saved}</span>
        <span>{words.mine}</span>
      </div>
      <div className="grid gap-2 max-sm:gap-4">
        {differences.map((difference, i) => (
          <Choice
            key={difference.key}
            difference={difference}
            isFirst={i === 0}
            version={saved.has(difference.key) ? 'saved' : 'mine'}
            onChoose={(version) => choose(difference.key, version)}
          />
        ))}
      </div>
      {merged.length > 0 && <p className="pt-3 text-meta text-fg-2">{words.merged(merged)}</p>}
    </Dialog>
  )
}

type ChoiceProps = {
  difference: Difference
  isFirst: boolean
  version: 'saved' | 'mine'
  onChoose: (version: string) => void
}

function Choice({ difference, isFirst, version, onChoose }: ChoiceProps) {
  const { label, saved, mine, isText } = difference
  const id = useId()
  const diff = isText && saved.text && mine.text ? diffWords(saved.text, mine.text) : null
  return (
    <RadioGroup.Root
      value={version}
      onValueChange={onChoose}
      aria-labelledby={id}
      className={`${ROW} max-sm:gap-y-1.5`}
    >
      <span id={id} className="py-2 text-label font-medium max-sm:py-0">
        {label}
      </span>
      <Option value="saved" name={words.saved}>
        {valueOf(saved, diff?.a)}
      </Option>
      <Option value="mine" name={words.mine} isFirst={isFirst}>
        {valueOf(mine, diff?.b)}
      </Option>
    </RadioGroup.Root>
  )
}

type OptionProps = { value: 'saved' | 'mine'; name: string; isFirst?: boolean; children: ReactNode }

function Option({ value, name, isFirst = false, children }: OptionProps) {
  return (
    <RadioGroup.Item
      value={value}
      data-autofocus={isFirst ? true : undefined}
      className="group flex min-h-9.5 min-w-0 items-start gap-3 rounded-md border border-line-2 bg-surface px-3 py-2 text-start text-label leading-5 hover:border-control data-[state=checked]:border-ink data-[state=checked]:inset-ring data-[state=checked]:inset-ring-ink touch:min-h-11"
    >
      <span
        aria-hidden
        className="mt-0.5 size-4 shrink-0 rounded-full border border-control group-data-[state=checked]:border-5 group-data-[state=checked]:border-ink"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-meta text-fg-2 sm:sr-only">{name}: </span>
        <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {children}
        </span>
      </span>
    </RadioGroup.Item>
  )
}

function valueOf({ text, level, empty }: Version, pieces?: readonly Piece[]): ReactNode {
  if (level) {
    return (
      <span className="flex items-center gap-2">
        <PriorityChip level={level} />
        {levelName(level)}
      </span>
    )
  }
  if (!pieces) return text || <span className="text-fg-2">{empty}</span>
  return pieces.map(({ text, isOwn }, i) => {
    if (!isOwn || !text.trim()) return text
    const words = text.trimStart()
    return (
      // The pieces have no other identity.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={i}>
        {text.slice(0, text.length - words.length)}
        <mark className="rounded-xs border border-line-2 bg-sunken box-decoration-clone text-fg">
          {words}
        </mark>
      </Fragment>
    )
  })
}

const NONE: ReadonlySet<string> = new Set()
const ROW = 'grid gap-2 sm:grid-cols-[84px_minmax(0,1fr)_minmax(0,1fr)]'
