import { ArrowUpDown, CircleCheck, Pencil, Plus, Trash2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'

import { dates } from '../ui/dates.ts'
import { Button } from '../ui/button.tsx'
import { passFocusToView } from '../ui/focus-view.ts'
import { queryClient } from '../sync/query-client.ts'
import { shownTasks } from '../tasks/data/task-cache.ts'
import { type Description, describeWaiting } from './describe.ts'
import { RejectedAction } from './rejected-actions.tsx'
import { currentOutbox } from './start.ts'
import type { Waiting } from './waiting.ts'
import * as words from './words.ts'

type Props = {
  entries: readonly Waiting[]
  /** The `seq` of the change being discarded while the list asks for confirmation; null for none. */
  asksFor: number | null
  onAsk: (seq: number | null) => void
}

const ICONS: Record<Description['icon'], LucideIcon> = {
  add: Plus,
  complete: CircleCheck,
  move: ArrowUpDown,
  edit: Pencil,
  remove: Trash2,
}

/** The waiting changes in sending order, and the changes that the server rejected. */
export function WaitingList({ entries, asksFor, onAsk }: Props) {
  return (
    <>
      <h2 className="px-4 pt-3 pb-1 text-[13px]/5 font-semibold">{words.listTitle}</h2>
      <ul>
        {entries.map((entry) => (
          <Row key={entry.seq} entry={entry} isAsking={asksFor === entry.seq} onAsk={onAsk} />
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 border-t border-line py-2.5 pr-3 pl-4">
        <p className="text-meta text-fg-3">{words.sentInOrder}</p>
        <Button size="sm" onClick={() => void currentOutbox.get()?.retry()}>
          {words.retryNow}
        </Button>
      </div>
    </>
  )
}

function Row({ entry, isAsking, onAsk }: { entry: Waiting; isAsking: boolean; onAsk: Props['onAsk'] }) {
  const { about, does, icon } = describeWaiting(entry, titleOf)
  const Icon = ICONS[icon]
  const [now] = useState(() => new Date())
  const at = dates.instant(new Date(entry.present.now), now)
  return (
    <li className="flex gap-3 py-2 pr-3 pl-4">
      <Icon size={16} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-[13px]/5 font-medium">
          <bdi>{about}</bdi>
        </p>
        <p className="text-meta text-fg-3">{`${does} · ${at}`}</p>
        {entry.rejection && (
          <p className="mt-0.5 text-meta break-words text-danger-text">{entry.rejection.reason}</p>
        )}
        {entry.rejection && !isAsking && <RejectedAction entry={entry} about={about} />}
        {isAsking && <Question entry={entry} onAsk={onAsk} />}
      </div>
      {!isAsking && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={words.labelOf(words.discard, about)}
          onClick={() => onAsk(entry.seq)}
          className="self-start"
        >
          {words.discard}
        </Button>
      )}
    </li>
  )
}

/** Asks in the row, because a dialog would close the popover. */
function Question({ entry, onAsk }: { entry: Waiting; onAsk: Props['onAsk'] }) {
  return (
    <fieldset ref={focusKeep} className="mt-2 flex flex-wrap items-center gap-2">
      <legend className="float-left mr-auto text-[13px]/5">{words.discardTitle}</legend>
      <Button size="sm" onClick={() => onAsk(null)}>
        {words.keep}
      </Button>
      <Button
        size="sm"
        variant="danger"
        onClick={() => {
          onAsk(null)
          void currentOutbox.get()?.discard(entry.seq)
        }}
      >
        {words.discard}
      </Button>
    </fieldset>
  )
}

/** Focuses Keep, because the clicked Discard button disappears; once the question disappears, focuses the view. */
function focusKeep(question: HTMLElement | null): () => void {
  question?.querySelector('button')?.focus()
  return passFocusToView(question)
}

function titleOf(id: number): string {
  return shownTasks(queryClient).find((task) => task.id === id)?.title ?? words.aTask
}
