import { LayoutTemplate, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'

import { CATEGORY_PROJECT } from '#domain/category.ts'
import {
  NO_FILTER,
  type TaskFilter,
  chooseCategory,
  chooseProject,
  clearProject,
  offeredProjects,
} from '#domain/task-filter.ts'
import type { Task } from '#domain/task.ts'

import { useShortcuts } from '../keys/use-shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { CategoryFilter, ProjectFilter } from './deferred-parts.tsx'
import { focusFilters } from './focus-filters.ts'

type Props = {
  /** Every task of the user: what they carry is on offer. */
  tasks: readonly Task[]
  filter: TaskFilter
  onFilter: (filter: TaskFilter) => void
  onSaveAsTemplate: (project: string) => void
}

/** What is chosen, each with the way to clear it, and the menus to choose from. */
export function FilterBar({ tasks, filter, onFilter, onSaveAsTemplate }: Props) {
  const projects = useMemo(() => offeredProjects(tasks), [tasks])
  const bar = useRef<HTMLElement>(null)
  const [isPressed, setPressed] = useState(false)
  const [asked, setAsked] = useState(0)
  const returnTo = useRef<HTMLElement>(null)
  useShortcuts({
    '/': () => {
      const opener = document.activeElement
      bar.current?.scrollIntoView({ block: 'nearest' })
      returnTo.current = opener instanceof HTMLElement && opener !== document.body ? opener : null
      setAsked(asked + 1)
    },
  })
  const { category, project } = filter
  return (
    <search ref={bar} aria-label="Filters" className="flex min-w-0 scroll-mt-17 flex-wrap items-center gap-2">
      {project !== null && projects.includes(project) && (
        <Button
          variant="ghost"
          icon={<LayoutTemplate aria-hidden size={16} />}
          onClick={() => onSaveAsTemplate(project)}
        >
          Save as template
        </Button>
      )}
      {category !== null && (
        <ClearButton label={`Clear Category: ${category}`} onClear={() => onFilter(NO_FILTER)} />
      )}
      {project !== null && (
        <ClearButton label={`Clear Project: ${project}`} onClear={() => onFilter(clearProject(filter))} />
      )}
      <CategoryFilter
        tasks={tasks}
        chosen={category}
        startsOpen={isPressed}
        onPress={() => setPressed(true)}
        onChoose={(name) => onFilter(chooseCategory(filter, name))}
      />
      <ProjectFilter
        projects={projects}
        chosen={project}
        onChoose={(name) => onFilter(chooseProject(filter, name))}
        hasButton={category === CATEGORY_PROJECT && projects.length > 0}
        place={bar}
        asked={asked}
        returnTo={returnTo}
        onOpenerSpent={() => {
          returnTo.current = null
        }}
      />
    </search>
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const clear = () => {
    onClear()
    focusFilters()
  }
  return (
    <Button variant="filled" onClick={clear} className="min-w-0 shrink! sm:max-w-80">
      <span className="truncate">{label}</span>
      <X aria-hidden size={14} />
    </Button>
  )
}
