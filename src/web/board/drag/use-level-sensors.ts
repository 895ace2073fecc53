import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type RefObject, useMemo } from 'react'
import { flushSync } from 'react-dom'

import { type Lane, dropStatus } from '#domain/board.ts'
import { LEVEL_DEFAULT, type Level } from '#domain/priority.ts'

import { useLatest } from '../../use-latest.ts'
import { currentDrag, holdOver } from './drag-store.ts'
import { dropAt } from './drop-at.ts'
import { LevelKeyboardSensor, type LevelKeyboardOptions } from './level-keyboard-sensor.ts'
import { placeAtLevel } from './place-lifted.ts'

/** A press that moves less is a click. */
const MOUSE = { activationConstraint: { distance: 5 } }
/** A finger that moves earlier or farther scrolls the page. */
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }

/** The three ways of carrying a card. Their options never change: the library would forget its sensors. */
export function useLevelSensors(lanes: readonly Lane[], lifted: RefObject<HTMLElement | null>) {
  const latestLanes = useLatest(lanes)
  const keyboard = useMemo(() => keyboardOptions(latestLanes, lifted), [latestLanes, lifted])
  return useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(LevelKeyboardSensor, keyboard),
  )
}

/** The sensor lives longer than one drawing of the board, and asks for the lanes as they are by then. */
function keyboardOptions(
  lanes: RefObject<readonly Lane[]>,
  lifted: RefObject<HTMLElement | null>,
): LevelKeyboardOptions {
  let start: DOMRect | null = null
  return {
    isHandle: (target) => target instanceof Element && target.closest('.card-handle') !== null,
    heldOver: () => currentDrag()?.over ?? LEVEL_DEFAULT,
    onPickUp: () => {
      start = null
    },
    carryTo: (level: Level) => {
      const drag = currentDrag()
      if (!drag) return { x: 0, y: 0 }
      start ??= lifted.current?.getBoundingClientRect() ?? null
      flushSync(() => holdOver(level, dropStatus(dropAt(lanes.current, drag.task, level))))
      if (!start) return { x: 0, y: 0 }
      const { left, top } = placeAtLevel(level, start)
      return { x: left - start.left, y: top - start.top }
    },
  }
}
