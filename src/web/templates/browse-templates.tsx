import { Search } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'

import { type Template, canChangeTemplate, findTemplates } from '#domain/template.ts'

import { useUserId } from '../auth/queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useDeleteTemplate, type useTemplates } from './queries.ts'
import { TemplateCard } from './template-card.tsx'

type Props = {
  list: ReturnType<typeof useTemplates>
  onPreview: (template: Template) => void
  onUse: (template: Template) => void
  onCreate: () => void
}

/** From how many on a search is worth its place. */
const SEARCH_FROM = 10

/** Every template that the person may use. */
export function BrowseTemplates({ list, onCreate, ...actions }: Props) {
  const { templates, error, refetch } = list
  if (!templates) {
    if (!error) return <GridSkeleton />
    return (
      <ErrorState
        title="The templates could not be loaded."
        text={error.message}
        onRetry={() => void refetch()}
      />
    )
  }
  if (templates.length === 0) {
    return (
      <EmptyState title="No templates yet." text="Make one here, or save a project that you have as one.">
        <Button onClick={onCreate}>Create Template</Button>
      </EmptyState>
    )
  }
  return <TemplateGrid templates={templates} {...actions} />
}

type GridProps = Pick<Props, 'onPreview' | 'onUse'> & { templates: readonly Template[] }

function TemplateGrid({ templates, onPreview, onUse }: GridProps) {
  const userId = useUserId() ?? ''
  const { mutate: remove, isPending } = useDeleteTemplate()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const found = findTemplates(templates, wanted)
  const grid = useRef<HTMLUListElement>(null)
  const removed = useRef<number | null>(null)

  // The focus that was on a card that is gone goes to the one that took its place.
  useLayoutEffect(() => {
    if (removed.current === null || document.activeElement !== document.body) return
    const cards = grid.current?.children
    const next = cards?.[Math.min(removed.current, cards.length - 1)]
    removed.current = null
    next?.querySelector('button')?.focus()
  })

  const askThenDelete = (template: Template, place: number) => {
    if (isPending || !window.confirm(DELETE_QUESTION)) return
    removed.current = place
    remove(template.id)
  }
  return (
    <>
      {templates.length >= SEARCH_FROM && (
        <Input
          aria-label="Search templates"
          placeholder="Search templates..."
          autoComplete="off"
          icon={<Search aria-hidden size={16} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-3"
        />
      )}
      <output className={found.length === 0 ? 'block py-8 text-center text-label text-fg-2' : 'sr-only'}>
        {found.length === 0 ? 'No templates found.' : wanted && countWords(found.length)}
      </output>
      <ul ref={grid} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((template, place) => (
          <TemplateCard
            key={template.id}
            template={template}
            isOwn={canChangeTemplate(template, userId)}
            onPreview={() => onPreview(template)}
            onUse={() => onUse(template)}
            onDelete={() => askThenDelete(template, place)}
          />
        ))}
      </ul>
    </>
  )
}

/** Source: specification 5. */
export const DELETE_QUESTION = 'Are you sure you want to delete this template?'

function countWords(count: number): string {
  return count === 1 ? '1 template found.' : `${count} templates found.`
}

function GridSkeleton() {
  return (
    <Loading label="Loading templates...">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {CARDS.map((card) => (
          <div key={card} className="rounded-lg border border-line px-4 pt-4 pb-3">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="mt-3 h-3 w-full" />
            <Skeleton className="mt-2 h-3 w-2/3" />
            <Skeleton className="mt-4 h-3 w-20" />
            <Skeleton className="mt-6 h-6 w-32" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

const CARDS = [1, 2, 3, 4, 5, 6]
