import { Folder, Sun, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'

import { isPlannedFor } from '#domain/tasks/day/day.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CategoryChoices } from '../categories/category-choices.tsx'
import { useCategoryNames } from '../categories/queries.ts'
import * as dayWords from '../day/words.ts'
import { countOpenBy } from '../filters/task-filter.ts'
import { Button } from '../ui/button.tsx'
import { DeferredCalendar } from '../calendar/deferred-calendar.tsx'
import { Menu, MenuItem, MenuLabel } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { commonDueDay } from './common-day.ts'
import { LevelGrid } from './level-grid.tsx'
import { ProjectForm } from './project-form.tsx'
import type { Bulk } from './use-bulk.ts'
import * as words from './words.ts'

export type BarProps = {
  tasks: readonly ShortTask[]
  selected: readonly ShortTask[]
  today: Temporal.PlainDate
  bulk: Bulk
  project: Pick<ComponentProps<typeof ProjectForm>, 'text' | 'setText'>
}

/** `trigger` is the button of the bar that opens the menu, which appears above it. */
type MenuProps = BarProps & { trigger: ReactNode }

export function LevelMenu({ tasks, selected, bulk, trigger }: MenuProps) {
  return (
    <Menu side="top" trigger={trigger} className="w-75 p-1.5">
      <MenuLabel>{words.moveTitle(selected.length)}</MenuLabel>
      <LevelGrid tasks={tasks} selected={selected} bulk={bulk} />
    </Menu>
  )
}

export function CategoryMenu({ selected, bulk, trigger }: MenuProps) {
  const names = useCategoryNames()
  const countOf = countOpenBy('category', selected)
  const common = names.find((name) => countOf(name) === selected.length) ?? null
  return (
    <Menu side="top" trigger={trigger}>
      <MenuLabel>{words.categoryTitle(selected.length)}</MenuLabel>
      <CategoryChoices
        names={names}
        chosen={common}
        onChoose={bulk.setCategory}
        countOf={countOf}
        counted={words.countedSelected}
      />
    </Menu>
  )
}

export function DuePopover({ selected, today, bulk, trigger }: MenuProps) {
  const day = commonDueDay(selected, Temporal.Now.timeZoneId())
  return (
    <Popover side="top" trigger={trigger} label={words.dueTitle(selected.length)}>
      <p className="px-4 pt-3 text-meta text-fg-3">{words.dueTitle(selected.length)}</p>
      <DeferredCalendar selected={day} onSelect={bulk.setDueDate} />
      <div className="flex gap-1 border-t border-line p-2">
        <Button size="sm" variant="ghost" onClick={() => bulk.setDueDate(today.toString())}>
          {words.today}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => bulk.setDueDate(today.add({ days: 1 }).toString())}>
          {words.tomorrow}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => bulk.setDueDate(null)}>
          {words.noDueDate}
        </Button>
      </div>
    </Popover>
  )
}

export function ProjectPopover({ tasks, selected, bulk, project, trigger }: MenuProps) {
  return (
    <Popover side="top" trigger={trigger} label={words.projectTitle(selected.length)} className="w-75">
      <ProjectForm {...project} tasks={tasks} count={selected.length} onChoose={bulk.setProject} />
    </Popover>
  )
}

/** Returns the action that plans the selected tasks for today, or clears their plan if all are planned. */
export function planAction({ selected, today, bulk }: BarProps): { label: string; run: () => void } {
  const arePlanned = selected.every((task) => isPlannedFor(task, today))
  return {
    label: arePlanned ? dayWords.unplan : dayWords.plan,
    run: () => bulk.plan(arePlanned ? null : today.toString()),
  }
}

export function MoreMenu({ trigger, ...props }: MenuProps) {
  const { tasks, selected, bulk, project } = props
  const plan = planAction(props)
  const place = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLElement>(null)
  const [isProjectOpen, setIsProjectOpen] = useState(false)
  const openProject = () => {
    opener.current = place.current?.querySelector('button') ?? null
    setIsProjectOpen(true)
  }
  return (
    <span ref={place} className="grid">
      <Menu side="top" align="end" trigger={trigger}>
        <MenuItem icon={<Folder />} onSelect={openProject}>
          {words.project}
        </MenuItem>
        <MenuItem icon={<Sun />} onSelect={plan.run}>
          {plan.label}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onSelect={bulk.remove}>
          {words.remove}
        </MenuItem>
      </Menu>
      <Popover
        side="top"
        align="end"
        anchor={place}
        open={isProjectOpen}
        onOpenChange={setIsProjectOpen}
        returnTo={opener}
        label={words.projectTitle(selected.length)}
        className="w-75"
      >
        <ProjectForm {...project} tasks={tasks} count={selected.length} onChoose={bulk.setProject} />
      </Popover>
    </span>
  )
}
