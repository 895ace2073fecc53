import type { CSSProperties } from 'react'

import { dayNumber, fractionOfDay } from '#domain/tasks/slack/day-number.ts'
import type { Slack } from '#domain/tasks/slack/slack.ts'
import type { WorkCalendar } from '#domain/tasks/slack/slack-hours.ts'

import { tierClass } from '../../tasks/tier-class.ts'
import { isNone, tail } from '../../slack/words.ts'
import { barPlace } from '../chart/chart-sizes.ts'
import type { TimelineItem } from '../rules/items.ts'
import { type Scale, positionOf } from '../rules/scale.ts'
import { heldBars } from './preview-store.ts'

type Props = { item: TimelineItem; scale: Scale; slack: Slack; calendar: WorkCalendar }

/** A thin line from a bar's end to the latest finish of its task, followed by the slack as text. */
export function SlackTail({ item, scale, slack, calendar }: Props) {
  const { task } = item
  const held = heldBars.useOf(task.id)
  const { left, width } = barPlace(scale, held ?? item)
  const finish = calendar.finishAt(slack.latestFinish)
  const end = positionOf(scale, dayNumber(finish) + fractionOfDay(finish))
  const length = slack.seconds < 0 ? 0 : Math.max(0, end - left - width)
  const text = tail(slack.seconds, calendar.averageDay)
  const tone = slack.seconds < 0 ? 'is-late' : isNone(slack.seconds) ? 'is-none' : ''
  return (
    <span
      className={`tl-tail ${tierClass(task.priority)}`}
      style={{ '--left': `${left + width}px`, '--length': `${length}px` } as CSSProperties}
    >
      {length > 0 && <span className="tl-tail-line" />}
      <span id={`slack-${task.id}`} className={scale.mode === 'day' ? `tl-tail-text ${tone}` : 'sr-only'}>
        {text}
      </span>
    </span>
  )
}
