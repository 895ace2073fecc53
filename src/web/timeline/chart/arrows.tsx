import { Unlink } from 'lucide-react'
import { type MouseEvent, memo, useCallback, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { arrowRoute, roundedPath } from '../rules/arrow.ts'
import { type Links, predecessorsOf } from '../rules/plan.ts'
import type { Scale } from '../rules/scale.ts'
import type { TimelineItem } from '../rules/items.ts'

import { Menu, MenuItem } from '../../ui/menu.tsx'
import { BAR_GAP_PX, barBox } from './chart-sizes.ts'
import { heldBars } from '../bar/preview-store.ts'
import { useTimelineActions } from '../timeline-actions.ts'
import type { Drawn } from './use-chart.ts'
import * as words from '../words.ts'

type Props = {
  rows: Drawn
  items: readonly TimelineItem[]
  links: Links
  rowOf: (taskId: number) => number
  scale: Scale
  critical: ReadonlySet<number>
}

/** The maximum number of arrows drawn. Among thousands of arrows, nobody can follow one. */
const ARROWS_MAX = 120

type Arrow = { from: TimelineItem; to: TimelineItem }

export function Arrows({ rows, items, links, rowOf, scale, critical }: Props) {
  const held = heldBars.useAll()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const choose = useCallback(
    ({ clientX: x, clientY: y }: MouseEvent, from: number, to: number) => setChosen({ from, to, x, y }),
    [],
  )
  const boxOf = (item: TimelineItem) => barBox(scale, held.get(item.task.id) ?? item, rowOf(item.task.id))
  return (
    <>
      <svg aria-hidden className="tl-arrows">
        <defs>
          {['', 'is-critical'].map((look) => (
            <marker
              key={look}
              id={`tl-head-${look}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M2 1L7 4L2 7" className={look} />
            </marker>
          ))}
        </defs>
        {arrowsOf(rows, { items, links, rowOf }).map(({ from, to }) => (
          <ArrowPath
            key={`${from.task.id} ${to.task.id}`}
            from={from.task.id}
            to={to.task.id}
            path={roundedPath(arrowRoute(boxOf(from), boxOf(to), BAR_GAP_PX))}
            isCritical={critical.has(from.task.id) && critical.has(to.task.id)}
            onChoose={choose}
          />
        ))}
      </svg>
      {chosen && createPortal(<ArrowMenu chosen={chosen} onClose={() => setChosen(null)} />, document.body)}
    </>
  )
}

type ArrowPathProps = {
  from: number
  to: number
  path: string
  isCritical: boolean
  onChoose: (event: MouseEvent, from: number, to: number) => void
}

const ArrowPath = memo(function ArrowPath({ from, to, path, isCritical, onChoose }: ArrowPathProps) {
  const look = isCritical ? 'is-critical' : ''
  return (
    <g data-ends={`${from} ${to}`} onClick={(event) => onChoose(event, from, to)}>
      <path d={path} className="tl-arrow-hit" />
      <path d={path} className={look} markerEnd={`url(#tl-head-${look})`} />
    </g>
  )
})

/** The clicked arrow by its two task ids, and the click's position in the window in px. */
type Chosen = { from: number; to: number; x: number; y: number }

/** The menu of a clicked arrow. Keyboard users find the same commands in the row's menu. */
function ArrowMenu({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { itemOf, unlink } = useTimelineActions()
  const [from, to] = [itemOf(chosen.from), itemOf(chosen.to)]
  const isGone = !from || !to
  // Otherwise the menu would reopen when the task returns.
  useLayoutEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (isGone) return null
  return (
    <Menu
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={words.dependency}
      className="max-w-90"
      trigger={
        <span aria-hidden className="pointer-events-none fixed" style={{ left: chosen.x, top: chosen.y }} />
      }
    >
      <MenuItem icon={<Unlink />} onSelect={() => unlink(from, to)}>
        {words.removeDependencyOn(from.task.title)}
      </MenuItem>
    </Menu>
  )
}

function arrowsOf(rows: Drawn, { items, links, rowOf }: Pick<Props, 'items' | 'links' | 'rowOf'>): Arrow[] {
  const arrows = new Map<string, Arrow>()
  const add = (from: TimelineItem, to: TimelineItem) => {
    const isShown = rowOf(from.task.id) >= 0 && rowOf(to.task.id) >= 0
    if (isShown && arrows.size < ARROWS_MAX) arrows.set(`${from.task.id} ${to.task.id}`, { from, to })
  }
  for (const { index } of rows) {
    const item = items[index]
    if (!item) continue
    for (const before of predecessorsOf(item, links)) add(before, item)
    for (const after of links.successorsById.get(item.task.id) ?? []) add(item, after)
  }
  return [...arrows.values()]
}
