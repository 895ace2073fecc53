import { Check, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { DependencyPicker } from '../task-form/fields/dependency-picker.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { IconButton } from '../ui/button.tsx'
import { InPlace, useReturn } from './in-place.tsx'
import type { InPlaceState } from './use-in-place.ts'
import * as words from './words.ts'

type Props = { edit: InPlaceState; onOpen: (task: ShortTask) => void }

/** The tasks this one depends on, and those that depend on it. Clicking a task opens its details. */
export function LinkedTasks({ edit, onOpen }: Props) {
  const { task, tasks, form } = edit
  const needed = task.dependencies.flatMap((id) => tasks.find((other) => String(other.id) === id) ?? [])
  const dependents = tasks.filter(({ dependencies }) => dependencies.includes(String(task.id)))
  return (
    <>
      <InPlace
        part="dependencies"
        edit={edit}
        field={
          <DependencyPicker
            ids={form.values.dependencies}
            ownId={task.id}
            tasks={tasks}
            error={form.errors.dependencies}
            set={form.set}
          />
        }
        value={
          <TaskList
            title={words.dependsOn}
            tasks={needed}
            onOpen={onOpen}
            action={<ChangeButton edit={edit} />}
          />
        }
      />
      {dependents.length > 0 && <TaskList title={words.neededBy} tasks={dependents} onOpen={onOpen} />}
    </>
  )
}

function ChangeButton({ edit }: { edit: InPlaceState }) {
  return (
    <IconButton
      ref={useReturn('dependencies', edit)}
      label={words.changeDependsOn}
      icon={<Plus size={16} />}
      size="sm"
      onClick={() => edit.open('dependencies')}
    />
  )
}

type ListProps = { title: string; tasks: readonly ShortTask[]; onOpen: Props['onOpen']; action?: ReactNode }

function TaskList({ title, tasks, onOpen, action }: ListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-8 items-center justify-between">
        <h3 id={id} className="text-label font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {tasks.length > 0 && (
        <ul aria-labelledby={id}>
          {tasks.map((task) => (
            <li key={task.id}>
              <button
                type="button"
                onClick={() => onOpen(task)}
                className="-mx-2 flex min-h-8 w-[calc(100%+16px)] items-center gap-2.5 rounded-md px-2 text-start text-label hover:bg-hover touch:min-h-10"
              >
                <Ring isDone={task.completed} />
                <span dir="auto" className="min-w-0 flex-1 truncate" title={task.title}>
                  {task.title}
                  {task.completed && <span className="sr-only">{words.completed}</span>}
                </span>
                {!task.completed && <PriorityChip level={task.priority} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Ring({ isDone }: { isDone: boolean }) {
  const look = isDone ? 'border-ink bg-ink text-ink-fg' : 'border-control'
  return (
    <span
      aria-hidden
      className={`grid size-4 shrink-0 place-items-center rounded-full border-[1.5px] ${look}`}
    >
      {isDone && <Check size={10} strokeWidth={3} />}
    </span>
  )
}
