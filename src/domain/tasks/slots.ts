import { type Place, comparePlaces, endOfLevel, hasRoom, splitLevel } from './level.ts'
import { LEVEL_MAX, type Level } from './priority.ts'
import type { Task } from './task.ts'

export type BoardPlace = Pick<Task, 'id' | 'priority' | 'position'>

/**
 * A task that moves from one level to another. For a task that joins the waiting line of level 10, both levels are 10.
 */
export type SlotMove = Pick<Task, 'id' | 'priority'> & { from: Level }

/** The open tasks at a level, in order. */
type OpenAt = (level: Level) => readonly Place[]

/** The changes that free a slot. */
export type SlotPlan = {
  /** The moved task first, then each task that moves because of it. */
  moves: SlotMove[]
  /** All new places: first those of the moved tasks, then those of tasks whose position changes as a result. */
  places: BoardPlace[]
}

/**
 * Returns the plan that swaps the positions of two open tasks at different levels. Each level keeps its number of tasks.
 */
export function planSwap(task: BoardPlace, other: BoardPlace, openAt: OpenAt): SlotPlan {
  const replaced = (out: BoardPlace, by: BoardPlace) =>
    openAt(out.priority).map((place) => (place.id === out.id ? { id: by.id, position: out.position } : place))
  const wanted = new Map([
    [other.priority, replaced(other, task)],
    [task.priority, replaced(task, other)],
  ])
  const moves = [
    { id: task.id, from: task.priority, priority: other.priority },
    { id: other.id, from: other.priority, priority: task.priority },
  ]
  return toPlan(moves, wanted, openAt)
}

/**
 * Returns the plan that moves an open task to another level:
 *
 * | The level            | The task                  | The task that held the level's last slot                  |
 * | -------------------- | ------------------------- | --------------------------------------------------------- |
 * | has room             | goes to the end           | stays                                                     |
 * | is full              | takes the last slot       | moves to the top of the next level, until one has room    |
 * | is 10, which is full | takes the last slot       | becomes the first in the waiting line                     |
 *
 * A level that had a waiting line keeps it. No level gets more tasks than it has slots, unless it had more before or is
 * level 10. Source: decisions 13.
 */
export function planPushDown(task: BoardPlace, level: Level, openAt: OpenAt): SlotPlan {
  const wanted = new Map<Level, readonly Place[]>()
  const moves: SlotMove[] = []
  let move: SlotMove = { id: task.id, from: task.priority, priority: level }
  for (;;) {
    moves.push(move)
    const { id, priority: at } = move
    const open = openAt(at).filter((place) => place.id !== task.id)
    const { holding, waiting } = splitLevel(at, open)
    // The task's old level gets one task for the one that leaves.
    const last = hasRoom(at, open.length) || at === task.priority ? undefined : holding.at(-1)
    const above = last ? holding.slice(0, -1) : holding
    const isFirst = at === level
    const behind = last && at === LEVEL_MAX ? [last, ...waiting] : waiting
    const position = isFirst ? (last?.position ?? endOfLevel(open)) : 0
    wanted.set(
      at,
      isFirst ? [...above, { id, position }, ...behind] : [{ id, position }, ...above, ...behind],
    )
    if (!last) break
    if (at === LEVEL_MAX) {
      moves.push({ id: last.id, from: at, priority: at })
      break
    }
    move = { id: last.id, from: at, priority: (at + 1) as Level }
  }
  return toPlan(moves, wanted, openAt)
}

function toPlan(moves: SlotMove[], wanted: ReadonlyMap<Level, readonly Place[]>, openAt: OpenAt): SlotPlan {
  const changed = new Map<number, BoardPlace>()
  for (const [priority, places] of wanted) {
    const positionById = new Map(openAt(priority).map(({ id, position }) => [id, position]))
    for (const place of inOrder(places))
      if (positionById.get(place.id) !== place.position) changed.set(place.id, { ...place, priority })
  }
  const first = new Set(moves.map(({ id }) => id))
  const inTurn = [...first, ...changed.keys()].flatMap((id) => changed.get(id) ?? [])
  return { moves, places: [...new Set(inTurn)] }
}

/** Returns the places with positions increased just enough to sort them in the given order. */
function inOrder(places: readonly Place[]): Place[] {
  let last: Place = { id: 0, position: -1 }
  return places.map(({ id, position }) => {
    const isBehind = comparePlaces(last, { id, position }) < 0
    last = { id, position: isBehind ? position : last.position + 1 }
    return last
  })
}
