import { dateOf } from '#domain/tasks/slack/day-number.ts'
import { type TimelineItem, shownEnd } from '../rules/items.ts'

import { PriorityChip } from '../../tasks/priority-chip.tsx'
import { tierClass } from '../../tasks/tier-class.ts'
import * as words from '../words.ts'

type Props = { items: readonly TimelineItem[]; today: Temporal.PlainDate }

/** The timeline on paper: a table of all tasks with their dates, and bars on one scale as wide as the page. */
export function PrintedTimeline({ items, today }: Props) {
  const from = items.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY)
  const end = items.reduce((last, { end }) => Math.max(last, end), from + 1)
  const to = items.reduce((last, item) => Math.max(last, shownEnd(item)), from)
  const share = (days: number) => `${(days / (end - from)) * 100}%`
  return (
    <table className="w-full border-collapse text-meta">
      <caption className="pb-2 text-start text-fg-2">{words.printedPeriod(dateOf(from), dateOf(to))}</caption>
      <thead>
        <tr>
          <th scope="col">{words.print.task}</th>
          <th scope="col">{words.print.dates}</th>
          <th scope="col">{words.print.progress}</th>
          <th scope="col" className="w-1/2">
            <span className="sr-only">{words.print.bar}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.task.id} className="break-inside-avoid border-t border-line align-top">
            <th scope="row" className="py-1 pr-3 font-medium wrap-anywhere">
              <PriorityChip level={item.task.priority} /> <bdi>{item.task.title}</bdi>
            </th>
            <td className="py-1 pr-3 sm:whitespace-nowrap">{words.span(item, today)}</td>
            <td className="py-1 pr-3">
              {item.task.completed ? words.print.completed : words.percent(item.task.progress)}
            </td>
            <td className="relative py-1" aria-label={words.span(item, today)}>
              <span
                className={`${tierClass(item.task.priority)} absolute h-3 border border-spine bg-tint print:[print-color-adjust:exact]`}
                style={{ left: share(item.start - from), width: share(item.end - item.start) }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
