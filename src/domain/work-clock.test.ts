import { describe, expect, it } from 'vitest'

import {
  NO_WORK,
  type WorkClock,
  beginSave,
  dropGap,
  endSave,
  gapSeconds,
  isCounting,
  keepGap,
  moveWork,
  noticeGap,
  pauseWork,
  progressAfterSave,
  questionedSession,
  resetWork,
  runningSession,
  sessionOf,
  sessionSeconds,
  startWork,
  trimGap,
} from './work-clock.ts'

const T = Temporal.Instant.from('2026-11-20T10:00:00Z').epochMilliseconds
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const secondsOf = (clock: WorkClock, taskId: number, now: number) =>
  sessionSeconds(sessionOf(clock, taskId), now)
const started = startWork(NO_WORK, 7, T, 'id')

describe('a clock', () => {
  it('counts from when it was started, however seldom it is looked at', () => {
    expect(secondsOf(started, 7, T)).toBe(0)
    expect(secondsOf(started, 7, T + 999)).toBe(0)
    expect(secondsOf(started, 7, T + SECOND)).toBe(1)
    expect(secondsOf(started, 7, T + 5 * HOUR)).toBe(5 * 3600)
  })

  it('is never negative', () => {
    expect(secondsOf(started, 7, T - HOUR)).toBe(0)
    const paused = pauseWork(started, 7, T - HOUR)
    expect(secondsOf(paused, 7, T)).toBe(0)
  })

  it.each([
    ['midnight', '2026-11-20T23:59:30Z'],
    ['the night the clocks go forward in Berlin', '2026-03-29T00:30:00Z'],
    ['the night the clocks go back in New York', '2026-11-01T05:30:00Z'],
    ['the end of a leap year’s February', '2028-02-29T23:59:59Z'],
  ])('counts an hour over %s as an hour', (_, start) => {
    const from = Temporal.Instant.from(start).epochMilliseconds
    expect(secondsOf(startWork(NO_WORK, 7, from, 'id'), 7, from + HOUR)).toBe(3600)
  })

  it('adds up what was counted between pauses, without losing parts of seconds', () => {
    let clock: WorkClock = started
    for (let i = 0; i < 10; i++) {
      clock = pauseWork(clock, 7, T + i * MINUTE + 1500)
      clock = startWork(clock, 7, T + (i + 1) * MINUTE, 'id')
    }
    expect(secondsOf(clock, 7, T + 10 * MINUTE)).toBe(15)
  })

  it('that is started twice, or paused twice, is as after once', () => {
    expect(startWork(started, 7, T + HOUR, 'id')).toEqual(started)
    const paused = pauseWork(started, 7, T + MINUTE)
    expect(pauseWork(paused, 7, T + HOUR)).toEqual(paused)
  })

  it('pauses when another is started, and keeps what it counted', () => {
    const clock = startWork(started, 8, T + MINUTE, 'id')
    expect(runningSession(clock)?.taskId).toBe(8)
    expect(secondsOf(clock, 7, T + HOUR)).toBe(60)
    expect(secondsOf(clock, 8, T + HOUR)).toBe(59 * 60)
  })

  it('that counted less than a second leaves nothing behind when another is started', () => {
    expect(startWork(started, 8, T + 500, 'id').map((session) => session.taskId)).toEqual([8])
  })

  it('that is reset stops at nothing, and leaves the others alone', () => {
    const two = startWork(started, 8, T + MINUTE, 'id')
    const clock = resetWork(two, 8)
    expect(clock.map((session) => session.taskId)).toEqual([7])
    expect(isCounting(clock)).toBe(false)
  })
})

describe('a gap without any sign of life', () => {
  it.each([0, 60 * SECOND, 5 * MINUTE])('of %d ms is no gap: a throttled tab is alive', (gap) => {
    expect(noticeGap(started, T + MINUTE, T + MINUTE + gap)).toBe(started)
  })

  const back = T + 3 * HOUR
  const gapped = noticeGap(started, T + 10 * MINUTE, back)

  it('of more than five minutes stops the clock at the last one and asks', () => {
    expect(runningSession(gapped)).toBeNull()
    expect(questionedSession(gapped)).toMatchObject({ taskId: 7, gapSince: T + 10 * MINUTE })
    expect(gapSeconds(gapped[0] ?? fail(), back)).toEqual({ kept: 3 * 3600, trimmed: 600, gap: 10_200 })
  })

  it('is noticed once, whichever tab wakes first', () => {
    expect(noticeGap(gapped, T + 10 * MINUTE, back)).toEqual(gapped)
  })

  it('that is kept counts, and the clock goes on', () => {
    const clock = keepGap(gapped, back + MINUTE)
    expect(secondsOf(clock, 7, back + 2 * MINUTE)).toBe(3 * 3600 + 120)
    expect(runningSession(clock)?.taskId).toBe(7)
    expect(questionedSession(clock)).toBeNull()
  })

  it('that is trimmed leaves the clock paused at the last sign of life', () => {
    const clock = trimGap(gapped)
    expect(secondsOf(clock, 7, back)).toBe(600)
    expect(isCounting(clock)).toBe(false)
  })

  it('that is dropped leaves nothing, but the sessions of other tasks', () => {
    const two = noticeGap(startWork(started, 8, T + MINUTE, 'id'), T + 10 * MINUTE, back)
    expect(dropGap(two).map((session) => session.taskId)).toEqual([7])
  })

  it('that began before the clock was started begins with it', () => {
    const clock = noticeGap(started, T - HOUR, T + HOUR)
    expect(gapSeconds(clock[0] ?? fail(), T + HOUR)).toEqual({ kept: 3600, trimmed: 0, gap: 3600 })
    expect(trimGap(clock)).toEqual([])
  })

  it('does not touch what is paused', () => {
    const paused = pauseWork(started, 7, T + MINUTE)
    expect(noticeGap(paused, T + MINUTE, back)).toEqual(paused)
  })

  it('that is asked about lets nothing start or be saved meanwhile', () => {
    expect(startWork(gapped, 8, back, 'id')).toBe(gapped)
    expect(beginSave(gapped, 7, back)).toEqual(gapped)
  })
})

describe('saving', () => {
  const saving = beginSave(started, 7, T + 90_500)

  it('pauses and takes the whole seconds', () => {
    expect(saving[0]).toMatchObject({ runningSince: null, saving: { key: 'id.0', seconds: 90 } })
  })

  it('takes them from the session once it is answered, and once only', () => {
    expect(endSave(saving, 'id.0')).toEqual([])
    const goneOn = startWork(saving, 7, T + 2 * MINUTE, 'id')
    const ended = endSave(goneOn, 'id.0')
    expect(secondsOf(ended, 7, T + 3 * MINUTE)).toBe(60)
    expect(endSave(ended, 'id.0')).toEqual(ended)
  })

  it('again before an answer keeps the first key and the first seconds', () => {
    const goneOn = startWork(saving, 7, T + 2 * MINUTE, 'id')
    const again = beginSave(goneOn, 7, T + 3 * MINUTE)
    expect(again[0]?.saving).toEqual({ key: 'id.0', seconds: 90 })
    expect(secondsOf(endSave(again, 'id.0'), 7, T + 3 * MINUTE)).toBe(60)
  })

  it('has another key than the one before it, and the same in two tabs', () => {
    const next = beginSave(
      startWork(endSave(startWork(saving, 7, T + 2 * MINUTE, 'x'), 'id.0'), 7, T, 'x'),
      7,
      T + HOUR,
    )
    expect(next[0]?.saving?.key).toBe('id.1')
    const elsewhere = beginSave(started, 7, T + 91_000)
    expect(elsewhere[0]?.saving?.key).toBe('id.0')
  })

  it('of less than a second saves nothing', () => {
    expect(beginSave(started, 7, T + 999)[0]?.saving).toBeNull()
  })

  it('of a task without a session changes nothing', () => {
    expect(beginSave(started, 8, T + HOUR)).toEqual(started)
  })
})

describe('a session', () => {
  it('goes on under the new number of a task that was made again', () => {
    const clock = moveWork(started, 7, 9)
    expect(secondsOf(clock, 9, T + MINUTE)).toBe(60)
    expect(sessionOf(clock, 7)).toBeNull()
  })
})

describe('the progress after a save from the card', () => {
  it.each([
    [0, 10],
    [35, 45],
    [90, 100],
    [95, 100],
    [100, 100],
  ])('of %d is %d', (before, after) => expect(progressAfterSave(before)).toBe(after))
})

function fail(): never {
  throw new Error('There is no session.')
}
