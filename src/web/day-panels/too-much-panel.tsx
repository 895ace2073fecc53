import { X } from 'lucide-react'
import { useState } from 'react'

import { type DayLoad, workLeft } from '#domain/tasks/day/day.ts'
import { suggestMoves } from '#domain/tasks/day/too-much.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { changeTogether } from '../selection/change-together.ts'
import { work } from '../slack/words.ts'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import * as words from './words.ts'
import { QuietPanel } from '../ui/quiet-panel.tsx'

type Props = {
  load: DayLoad
  /** The tasks that can move to tomorrow, lowest level first. */
  movable: readonly ShortTask[]
  today: Temporal.PlainDate
  onHide: () => void
}

/** Offers to move planned tasks to tomorrow, because today has more work than hours. */
export function TooMuchPanel({ load: { planned, capacity }, movable, today, onHide }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => suggestMoves(movable, planned - capacity))
  const moved = movable.filter(({ id }) => chosen.has(id))
  const left = moved.reduce((sum, task) => sum - workLeft(task), planned)
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)))
  const move = () => {
    const patch = { plannedFor: today.add({ days: 1 }).toString() }
    const changes = moved.map((task) => ({ task, patch }))
    changeTogether(changes, words.movedToTomorrow)
  }
  return (
    <QuietPanel
      title={words.tooMuch(work(planned - capacity))}
      note={<span className="max-sm:hidden">{words.lowestFirst}</span>}
      action={<IconButton label={words.hide} icon={<X size={16} />} onClick={onHide} />}
    >
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {movable.map((task) => (
          <li key={task.id} className="flex min-h-10 items-center gap-4 touch:min-h-11">
            <Checkbox
              checked={chosen.has(task.id)}
              onChange={(isChosen) => choose(task.id, isChosen)}
              className="min-w-0 flex-1 [&>label]:min-w-0"
              label={
                <span className="flex min-w-0 items-center gap-2">
                  <PriorityChip level={task.priority} />
                  <span dir="auto" className="truncate" title={task.title}>
                    {task.title}
                  </span>
                </span>
              }
            />
            <span className="text-label whitespace-nowrap text-fg-2 tabular-nums">
              {work(workLeft(task))}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <output className="text-label text-fg-2">{words.afterMove(work(left), work(capacity))}</output>
        <Button disabled={moved.length === 0} onClick={({ detail }) => detail <= 1 && move()}>
          {words.moveToTomorrow(moved.length)}
        </Button>
      </div>
    </QuietPanel>
  )
}
