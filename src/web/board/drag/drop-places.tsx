import { useDroppable } from '@dnd-kit/core'
import { useLayoutEffect } from 'react'

import { LEVELS, type Level } from '#domain/priority.ts'

import type { DropPlace } from './level-under-pointer.ts'

/**
 * Tells the drag library of the bands and rungs. They are named here and not where they are drawn: the library's
 * context changes with every move of the pointer, and React would look for its readers among all the cards.
 */
export function DropPlaces({ present }: { present: readonly Level[] }) {
  return (
    <>
      {LEVELS.map((level) => (
        // A rung is another element once its level has cards or has none.
        <Place
          key={`${level} ${present.includes(level)}`}
          place="rung"
          level={level}
          selector={`[data-rung="${level}"]`}
        />
      ))}
      {present.map((level) => (
        <Place key={level} place="band" level={level} selector={`[data-level="${level}"]`} />
      ))}
    </>
  )
}

function Place({ place, level, selector }: DropPlace & { selector: string }) {
  const data: DropPlace = { place, level }
  const { setNodeRef } = useDroppable({ id: `${place}-${level}`, data })
  useLayoutEffect(() => {
    setNodeRef(document.querySelector<HTMLElement>(selector))
    return () => setNodeRef(null)
  }, [setNodeRef, selector])
  return null
}
