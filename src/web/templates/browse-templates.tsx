import { Search } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'

import { canChangeTemplate } from '#domain/templates/template-rules.ts'
import { type Template, findTemplates } from '#domain/templates/template.ts'

import { useUserId } from '../auth/queries.ts'
import { errorText } from '../sync/error-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useRun } from '../sync/runner/run.ts'
import { deleteTemplate } from './commands.ts'
import type { useTemplates } from './queries.ts'
import { TemplateCard } from './template-card.tsx'
import * as words from './words.ts'

type Props = {
  list: ReturnType<typeof useTemplates>
  onPreview: (template: Template) => void
  onUse: (template: Template) => void
  onCreate: () => void
}

/** The minimum number of templates for showing the search field. */
const SEARCH_FROM = 10

export function BrowseTemplates({ list, onCreate, ...actions }: Props) {
  const { templates, error, refetch } = list
  if (!templates) {
    if (!error) return <GridSkeleton />
    return <ErrorState title={words.notLoaded} text={errorText(error)} onRetry={refetch} />
  }
  if (templates.length === 0) {
    return (
      <EmptyState title={words.empty} text={words.emptyHint}>
        <Button onClick={onCreate}>{words.create}</Button>
      </EmptyState>
    )
  }
  return <TemplateGrid templates={templates} {...actions} />
}

type GridProps = Pick<Props, 'onPreview' | 'onUse'> & { templates: readonly Template[] }

function TemplateGrid({ templates, onPreview, onUse }: GridProps) {
  const userId = useUserId() ?? ''
  const { run: remove, isPending } = useRun(deleteTemplate)
  const [text, setText] = useState('')
  const hasSearch = templates.length >= SEARCH_FROM
  const wanted = useDeferredValue(hasSearch ? text : '')
  const found = findTemplates(templates, wanted)
  const grid = useRef<HTMLUListElement>(null)
  const removed = useRef<number | null>(null)

  // If the focused card was deleted, its successor gets focus.
  useLayoutEffect(() => {
    if (removed.current === null || document.activeElement !== document.body) return
    const cards = grid.current?.children
    const next = cards?.[Math.min(removed.current, cards.length - 1)]
    removed.current = null
    next?.querySelector('button')?.focus()
  })

  const askThenDelete = (template: Template, place: number) => {
    if (isPending || !window.confirm(words.deleteQuestion)) return
    removed.current = place
    remove({ id: template.id })
  }
  return (
    <>
      {hasSearch && (
        <Input
          aria-label={words.search}
          placeholder={words.searchPlaceholder}
          autoComplete="off"
          icon={<Search size={16} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-3"
        />
      )}
      <output className={found.length === 0 ? 'block py-8 text-center text-label text-fg-2' : 'sr-only'}>
        {found.length === 0 ? words.noneFound : wanted && words.found(found.length)}
      </output>
      <ul ref={grid} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((template, place) => (
          <TemplateCard
            key={template.id}
            template={template}
            isOwn={template.id < 0 || canChangeTemplate(template, userId)}
            onPreview={() => onPreview(template)}
            onUse={() => onUse(template)}
            onDelete={() => askThenDelete(template, place)}
          />
        ))}
      </ul>
    </>
  )
}

function GridSkeleton() {
  return (
    <Loading label={words.loading} rows={6} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <div className="rounded-lg border border-line px-4 pt-4 pb-3">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="mt-3 h-3 w-full" />
        <Skeleton className="mt-2 h-3 w-2/3" />
        <Skeleton className="mt-4 h-3 w-20" />
        <Skeleton className="mt-6 h-6 w-32" />
      </div>
    </Loading>
  )
}
