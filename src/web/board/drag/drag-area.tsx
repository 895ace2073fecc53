import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import type { Lane } from '#domain/board.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { deferred } from '../../deferred.tsx'
import { createCardPresses } from './card-presses.ts'
import { DragSource, type Source } from './drag-source.tsx'
import type { Drag } from './drag-store.ts'
import { StatusPill } from './status-pill.tsx'

const DragContext = deferred(
  'board/drag/drag-context.tsx',
  async () => (await import('./drag-context.tsx')).DragContext,
  { canWait: () => true },
)

type Props = {
  lanes: readonly Lane[]
  today: Temporal.PlainDate
  taskById: (id: number) => Task | undefined
  onMove: (task: Task, level: Level, by: Drag['by']) => void
  onCardKey: (event: KeyboardEvent, task: Task) => void
  children: ReactNode
}

/** Lets cards be carried over the levels by mouse, touch and keys. */
export function DragArea({ lanes, today, taskById, onMove, onCardKey, children }: Props) {
  const source = useRef<Source>(null)
  const [presses] = useState(createCardPresses)
  return (
    <>
      <DragContext lanes={lanes} today={today} onMove={onMove} source={source} grip={presses.setGrip} />
      <DragSource
        presses={presses}
        onArm={(armed) => {
          source.current = armed
        }}
        taskById={taskById}
        onCardKey={onCardKey}
      >
        {children}
      </DragSource>
      <StatusPill />
    </>
  )
}
