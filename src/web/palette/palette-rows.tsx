/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
   -- A combobox keeps focus in its input, which handles the keys and names the selected row. */
import { Check, Folder, Plus } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import type { SearchHit } from '#domain/search/hit.ts'
import type { MatchRange } from '#domain/search/words.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { keyName } from '../keys/key-names.ts'
import { hintedKeys } from '../keys/single-keys.ts'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { dates } from '../ui/dates.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Marked } from '../ui/marked.tsx'
import type { ListedCommand } from './listed-command.ts'
import * as words from './words.ts'

export type Row =
  | { key: string; kind: 'command'; command: ListedCommand; matches: MatchRange[] }
  | { key: string; kind: 'task'; hit: SearchHit; held: ShortTask | undefined }
  | { key: string; kind: 'project'; name: string; matches: MatchRange[]; openCount: number }
  | { key: 'add'; kind: 'add'; text: string }

export type Group = { title: string; rows: Row[] }

type ListProps = {
  id: string
  groups: readonly Group[]
  selected: Row | undefined
  onSelect: (row: Row) => void
  onRun: (row: Row) => void
}

/** The results in groups. The input keeps focus and refers to the selected row. */
export function PaletteRows({ id, groups, selected, onSelect, onRun }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label={words.results} className="px-2 pb-2 max-sm:px-2">
      {groups.map(({ title, rows }) => (
        <div key={title} role="group" aria-label={title}>
          <div aria-hidden="true" className="px-2.5 pt-3 pb-1.5 text-meta text-fg-2">
            {title}
          </div>
          {rows.map((row) => (
            <PaletteRow
              key={row.key}
              id={rowId(id, row)}
              row={row}
              isSelected={row === selected}
              onSelect={() => onSelect(row)}
              onRun={() => onRun(row)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Returns the id of a row's element. Project names can contain any character. */
export function rowId(list: string, row: Row): string {
  return `${list}-${row.key.replaceAll(/\W/g, (other) => `-${other.charCodeAt(0)}-`)}`
}

type RowProps = { id: string; row: Row; isSelected: boolean; onSelect: () => void; onRun: () => void }

function PaletteRow({ id, row, isSelected, onSelect, onRun }: RowProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const isTall = row.kind === 'task' && row.hit.excerpt !== null
  const height = isTall ? 'min-h-13 max-sm:min-h-15' : 'min-h-10 max-sm:min-h-12'
  return (
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isSelected}
      // The focus stays in the input, which keeps a phone's keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onSelect}
      onClick={onRun}
      className={`flex cursor-default scroll-my-10 items-center gap-3 rounded-lg px-2.5 py-1 text-[14px]/5 aria-selected:bg-hover aria-selected:forced-outline ${height}`}
    >
      {contentOf(row)}
    </div>
  )
}

function contentOf(row: Row): ReactNode {
  if (row.kind === 'add') {
    return (
      <>
        <Plus size={16} className="shrink-0 text-fg-2" />
        <span className="truncate">{words.addTask(row.text)}</span>
      </>
    )
  }
  if (row.kind === 'project') return <ProjectContent {...row} />
  return row.kind === 'command' ? <CommandContent {...row} /> : <TaskContent hit={row.hit} />
}

function CommandContent({ command, matches }: { command: ListedCommand; matches: MatchRange[] }) {
  const { icon: Icon, name, detail, keys } = command
  return (
    <>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg-2" />
      <span className="min-w-0 flex-1 truncate">
        <Marked text={name} matches={matches} />
      </span>
      {detail && <span className={DETAIL}>{detail}</span>}
      <span aria-hidden="true" className="flex shrink-0 gap-1 max-sm:hidden">
        {hintedKeys(keys ?? []).map((key) => (
          <Kbd key={key}>{keyName(key)}</Kbd>
        ))}
      </span>
    </>
  )
}

function ProjectContent({ name, matches, openCount }: Extract<Row, { kind: 'project' }>) {
  return (
    <>
      <Folder size={16} strokeWidth={1.75} className="shrink-0 text-fg-2" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <Marked text={name} matches={matches} />
      </span>
      <span className={DETAIL}>{words.openTasks(openCount)}</span>
    </>
  )
}

const DETAIL = 'max-w-1/2 shrink-0 truncate text-meta text-fg-2'

function TaskContent({ hit }: { hit: SearchHit }) {
  const { title, titleMatches, excerpt, completed, completedAt, projectName, priority } = hit
  const day = completedAt === null ? null : localDay(completedAt)
  return (
    <>
      {completed ? (
        <span className="flex size-4 shrink-0 items-center justify-center rounded-full bg-ink text-bg">
          <Check size={10} strokeWidth={3} />
        </span>
      ) : (
        <span className="size-4 shrink-0 rounded-full border-[1.5px] border-control" />
      )}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          <Marked text={title} matches={titleMatches} />
        </span>
        {excerpt && (
          <span className="block truncate text-meta text-fg-2">
            {words.fields[excerpt.field]}:{' '}
            <bdi>
              <Marked {...excerpt} />
            </bdi>
          </span>
        )}
      </span>
      {(day ?? projectName) && (
        <span
          className={`max-w-40 shrink-0 truncate text-meta text-fg-2 ${day === null ? 'max-sm:hidden' : ''}`}
        >
          <bdi>{day ?? projectName}</bdi>
        </span>
      )}
      <PriorityChip level={priority} />
    </>
  )
}

function localDay(instant: string): string {
  const day = Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainDate()
  return dates.shortDay(day, Temporal.Now.plainDateISO())
}
