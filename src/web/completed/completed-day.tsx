import { memo, useId } from 'react'

import { type Amount, type CompletedDay, completedDayTitle, describeAmount } from './completed-days.ts'
import type { Task } from '#domain/tasks/task.ts'

import { CompletedRow } from './completed-row.tsx'
import { soFar } from './words.ts'

/** A task with its index in the list, its place in the day (from 1), and its distance from the top of the list. */
export type DayRow = { index: number; place: number; top: number; task: Task }

type Props = {
  day: CompletedDay
  /** The day's totals; null while unknown. */
  amount: Amount | null
  isFirst: boolean
  headingIndex: number
  top: number
  bottom: number
  rows: readonly DayRow[]
  measure: (element: HTMLElement | null) => void
  /** Whether the heading is above the tasks and takes up height. */
  measuresHeading: boolean
  today: Temporal.PlainDate
  zone: string
  onEdit: (task: Task) => void
}

export function CompletedDaySection({ day, amount, rows, top, bottom, ...props }: Props) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={`absolute inset-x-0 ${props.isFirst ? '' : 'sm:border-t sm:border-line'}`}
      style={{ top, height: bottom - top }}
    >
      <div
        ref={props.measuresHeading ? props.measure : undefined}
        data-index={props.headingIndex}
        className={`sticky top-15 max-sm:top-12 short:static [.is-cut-off_&]:top-22 max-sm:[.is-cut-off_&]:top-20 max-sm:z-2 max-sm:-mx-4 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3 max-sm:bg-bg max-sm:px-4 max-sm:pt-3 max-sm:pb-1 sm:mt-6 sm:w-31 lg:w-46 ${props.isFirst ? '' : 'max-sm:border-t max-sm:border-line'}`}
      >
        <Heading titleId={titleId} day={day} amount={amount} today={props.today} />
      </div>
      <ul className="absolute inset-y-0 right-0 left-0 sm:left-36 lg:left-54">
        {rows.map((row) => (
          <li
            key={row.task.id}
            ref={props.measure}
            data-index={row.index}
            aria-posinset={row.place}
            aria-setsize={amount ? amount.count : -1}
            className={`absolute inset-x-0 has-focus-visible:z-1 ${row.place === day.count ? 'pb-6 max-sm:pb-4' : ''}`}
            style={{ top: row.top - top }}
          >
            <CompletedRow task={row.task} zone={props.zone} onEdit={props.onEdit} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type HeadingProps = Pick<Props, 'day' | 'amount' | 'today'> & { titleId: string }

/** Memoized because formatting dates is slow and scrolling rerenders the day often. */
const Heading = memo(function Heading({ titleId, day, amount, today }: HeadingProps) {
  return (
    <>
      <h2 id={titleId} className="text-[16px]/6 font-[580] tracking-[-0.015em]">
        {completedDayTitle(day.day, today)}
      </h2>
      <p className="text-[12px]/4 text-fg-3">
        {amount ? describeAmount(amount) : soFar(describeAmount(day))}
      </p>
    </>
  )
})
