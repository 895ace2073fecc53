import { Check as CheckIcon } from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Check } from '../complete/check.tsx'
import { toggleTask } from '../complete/complete-task.ts'
import { completeItem, reopenItem } from '../complete/words.ts'
import { Button } from '../ui/button.tsx'

type Props = { task: ShortTask }

export function RoundControl({ task }: Props) {
  return (
    <Check
      title={task.title}
      isDone={task.completed}
      aria-keyshortcuts={undefined}
      onClick={() => toggleTask(task)}
      className="-mx-px my-0.5 shrink-0 [--check:22px] touch:-mx-2.25 touch:my-0"
    />
  )
}

export function CompleteButton({ task }: Props) {
  return (
    <Button icon={<CheckIcon size={16} />} onClick={() => toggleTask(task)}>
      {task.completed ? reopenItem : completeItem}
    </Button>
  )
}
