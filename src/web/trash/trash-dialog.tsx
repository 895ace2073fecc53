import { Search, Trash2 } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'

import type { Task } from '#domain/tasks/task.ts'
import type { TrashItem } from '#domain/trash/trash-schema.ts'
import { TRASH_KINDS, type TrashKind } from '#domain/trash/trash.ts'

import { errorText } from '../sync/error-text.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { numberText } from '../ui/numbers.ts'
import { Question } from '../ui/question.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { deleteForever, emptyTrash } from './commands.ts'
import type { TrashQuery } from './queries.ts'
import { restoreItem } from './restore-item.ts'
import { TrashList } from './trash-list.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useTrashRows } from './use-trash-rows.ts'
import * as words from './words.ts'

type Props = {
  open: boolean
  /** How many times the dialog has been opened. */
  opening: number
  onClose: () => void
  /** Closes the dialog and shows a task on the board. */
  onShow: (task: Task) => void
}

/** Lists deleted tasks, templates and categories, restores them, and deletes them forever. */
export function TrashDialog({ open, opening, onClose, onShow }: Props) {
  const [query, setQuery] = useState<TrashQuery>({ kind: null, search: '' })
  const trash = useTrashRows(query, opening, open)
  const { rows, totals, asOf, more } = trash
  const [asked, setAsked] = useState<TrashItem | 'all' | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const focusFilter = () =>
    body.current?.querySelector<HTMLElement>('[role=radio][data-state=checked]')?.focus()
  const { list, ...focus } = useRowFocus(focusFilter)
  const isNarrow = useMediaQuery(NARROW)
  const isFiltered = query.kind !== null || query.search.trim() !== ''
  const item = asked === 'all' ? null : asked
  const count = totals ? totals.task + totals.template + totals.category : 0

  const ask = (about: TrashItem | 'all') => {
    setAsked(about)
    setIsAsking(true)
  }
  const confirm = () => {
    // The second click of a double click hits the question while it closes.
    if (!isAsking) return
    setIsAsking(false)
    if (asked === 'all') trash.hideAllWhile(asOf, runAndWait(emptyTrash, { until: asOf }))
    else if (item) trash.hideWhile(item, runAndWait(deleteForever, { kind: item.kind, id: item.id }))
  }

  const emptyButton = count > 0 && (
    <Button
      variant="danger-ghost"
      icon={<Trash2 size={16} />}
      onClick={() => ask('all')}
      className="sm:-ml-3"
    >
      {words.emptyTrash}
    </Button>
  )
  return (
    <Dialog
      ref={body}
      open={open}
      onClose={onClose}
      title={words.title}
      subtitle={<p className="mt-1 text-label text-fg-2">{words.intro}</p>}
      width="form"
      footer={
        <DialogFooter start={!isNarrow && emptyButton}>
          {isNarrow && emptyButton ? emptyButton : <Button onClick={onClose}>{words.close}</Button>}
        </DialogFooter>
      }
    >
      {/* On a phone, this gets focus instead of the close button, which would show its tooltip. */}
      <div tabIndex={-1} data-autofocus={isNarrow || undefined} className="outline-none">
        <Filters query={query} onChange={setQuery} count={totals && count} isNarrow={isNarrow} />
        <output className="sr-only">
          {isFiltered && rows && !trash.areOld && words.found(rows.length, more !== null)}
        </output>
        <div className="min-h-78">
          {rows ? (
            <>
              <TrashList
                rows={rows}
                more={more}
                onRestore={(item) => trash.hideWhile(item, restoreItem(item, onShow))}
                onDelete={ask}
                list={list}
                focus={focus}
              />
              {rows.length === 0 && !more && <Nothing query={query} isEmpty={count === 0} />}
            </>
          ) : trash.error ? (
            <ErrorState title={words.notLoaded} text={errorText(trash.error)} onRetry={trash.refetch} />
          ) : (
            <RowsSkeleton />
          )}
        </div>
      </div>
      <DeleteQuestion
        open={isAsking}
        title={item ? words.deleteQuestion(item) : words.emptyQuestion}
        text={item ? words.deleteText(item) : totals && words.emptyingText(totals)}
        onKeep={() => setIsAsking(false)}
        onDelete={confirm}
        onOpenerGone={() => (asked === 'all' ? focusFilter() : focus.focusNext())}
      />
    </Dialog>
  )
}

type FiltersProps = {
  query: TrashQuery
  onChange: (query: TrashQuery) => void
  /** How many items are in the trash, once it has loaded. */
  count: number | undefined
  isNarrow: boolean
}

/** On a phone, the search is shown only if the list is longer than the screen. */
function Filters({ query, onChange, count = 0, isNarrow }: FiltersProps) {
  const { kind, search } = query
  const hasSearch = !isNarrow || count > ROWS_ON_PHONE || search !== ''
  const all = (
    <>
      {words.all}
      {!isNarrow && count > 0 && <span className="ml-0.5 font-normal text-fg-3"> {numberText(count)}</span>}
    </>
  )
  return (
    <div className="flex justify-between gap-3 pb-2.5 max-sm:flex-col max-sm:pb-3 sm:items-center">
      <Segmented
        label={words.filter}
        size="auto"
        value={kind ?? 'all'}
        onChange={(value) => onChange({ ...query, kind: value === 'all' ? null : value })}
        options={[
          { value: 'all' as const, label: all },
          ...TRASH_KINDS.map((value: TrashKind) => ({ value, label: words.kinds[value] })),
        ]}
      />
      {hasSearch && (
        <Input
          type="search"
          icon={<Search size={16} />}
          value={search}
          onChange={(event) => onChange({ ...query, search: event.target.value })}
          placeholder={words.search}
          aria-label={words.search}
          maxLength={200}
          autoComplete="off"
          className="sm:max-w-55 sm:min-h-8"
        />
      )}
    </div>
  )
}

const ROWS_ON_PHONE = 10

function Nothing({ query, isEmpty }: { query: TrashQuery; isEmpty: boolean }) {
  const { kind, search } = query
  if (isEmpty) return <EmptyState title={words.empty} text={words.emptyText} />
  if (search.trim() !== '') return <EmptyState title={words.nothingFound(search.trim())} />
  return <EmptyState title={kind === null ? words.empty : words.noneOf[kind]} />
}

type QuestionProps = Omit<ComponentProps<typeof Question>, 'onEscape' | 'children'> & {
  onKeep: () => void
  onDelete: () => void
}

function DeleteQuestion({ onKeep, onDelete, ...question }: QuestionProps) {
  return (
    <Question {...question} onEscape={onKeep}>
      <Button data-keep onClick={onKeep}>
        {words.keep}
      </Button>
      <Button variant="danger" onClick={onDelete}>
        {words.deleteForever}
      </Button>
    </Question>
  )
}

function RowsSkeleton() {
  return (
    <Loading label={words.loading} rows={6}>
      <div className="flex h-13 items-center justify-between border-t border-line">
        <Skeleton className="h-4 w-50" />
        <Skeleton className="h-7 w-22" />
      </div>
    </Loading>
  )
}
