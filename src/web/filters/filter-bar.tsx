import { LayoutTemplate, Sun, X } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'

import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import { nameKey } from '#domain/text.ts'
import {
  type TaskFilter,
  chooseCategory,
  chooseProject,
  clearCategory,
  clearProject,
  filterTasks,
  offeredProjects,
  toggleToday,
} from './task-filter.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useShortcuts } from '../keys/use-shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/numbers.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { CategoryFilter, ProjectFilter } from './deferred-parts.tsx'
import { CATEGORY_FILTER, focusFilter } from './focus-filters.ts'
import * as words from './words.ts'

type Props = {
  /** All of the user's tasks. The menus list their categories and projects. */
  tasks: readonly ShortTask[]
  filter: TaskFilter
  today: Temporal.PlainDate
  onFilter: (filter: TaskFilter) => void
  onSaveAsTemplate: (project: string) => void
}

export const FilterBar = memo(function FilterBar(props: Props) {
  const { tasks, filter, today, onFilter, onSaveAsTemplate } = props
  const projects = useMemo(() => offeredProjects(tasks), [tasks])
  const bar = useRef<HTMLElement>(null)
  const [isPressed, setIsPressed] = useState(false)
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
    <search
      ref={bar}
      aria-label={words.filters}
      data-commands={words.filters}
      data-day={filter.day ?? undefined}
      className="group/filters flex min-w-0 scroll-mt-15 flex-wrap items-center gap-2 print:hidden"
    >
      <TodayChip tasks={tasks} filter={filter} today={today} onFilter={onFilter} />
      {project !== null && projects.map(nameKey).includes(nameKey(project)) && (
        <Button variant="ghost" icon={<LayoutTemplate size={16} />} onClick={() => onSaveAsTemplate(project)}>
          {words.saveAsTemplate}
        </Button>
      )}
      {category !== null && (
        <ClearButton label={words.clearCategory(category)} onClear={() => onFilter(clearCategory(filter))} />
      )}
      {project !== null && (
        <ClearButton label={words.clearProject(project)} onClear={() => onFilter(clearProject(filter))} />
      )}
      <CategoryFilter
        tasks={tasks}
        chosen={category}
        startsOpen={isPressed}
        onPress={() => setIsPressed(true)}
        onMissing={() => setIsPressed(false)}
        onChoose={(name) => onFilter(chooseCategory(filter, name))}
      />
      <ProjectFilter
        projects={projects}
        chosen={project}
        onChoose={(name) => onFilter(chooseProject(filter, name))}
        hasButton={category === CATEGORY_PROJECT && projects.length > 0}
        place={bar}
        asked={asked}
        onMissing={() => setAsked(0)}
        returnTo={returnTo}
        onOpenerSpent={() => {
          returnTo.current = null
        }}
      />
    </search>
  )
})

/** Turns the filter for today on or off, and shows how many of today's tasks match the other filters. */
function TodayChip({ tasks, filter, today, onFilter }: Omit<Props, 'onSaveAsTemplate'>) {
  const { category, project, day } = filter
  const count = useMemo(() => {
    const viewer = { today, zone: Temporal.Now.timeZoneId() }
    return filterTasks(tasks, { category, project, day: 'today' }, viewer).length
  }, [tasks, category, project, today])
  return (
    <Tooltip label={words.todayHelp} side="bottom">
      <Button
        aria-pressed={day !== null}
        icon={<Sun size={16} />}
        className="text-fg-2! aria-pressed:border-control aria-pressed:bg-hover aria-pressed:text-fg! aria-pressed:shadow-none"
        onClick={() => onFilter(toggleToday(filter))}
      >
        {words.today}{' '}
        <span className="min-w-[1ch] font-normal text-fg-3 tabular-nums">{numberText(count)}</span>
      </Button>
    </Tooltip>
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const clear = () => {
    onClear()
    focusFilter(CATEGORY_FILTER)
  }
  return (
    <Button variant="filled" onClick={clear} className="min-w-0 shrink! sm:max-w-80">
      <span className="truncate">{label}</span>
      <X size={14} />
    </Button>
  )
}
