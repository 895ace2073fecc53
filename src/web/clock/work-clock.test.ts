import { describe, expect, it } from 'vitest'

import {
  NO_WORK,
  type WorkClock,
  beginSave,
  dropGap,
  endSave,
  endWork,
  gapSeconds,
  isCounting,
  isRunning,
  keepGap,
  noteSent,
  noticeGap,
  pauseWork,
  progressAfterSave,
  questionedSession,
  readWorkClock,
  resetWork,
  returnTime,
  runningSession,
  sessionOf,
  sessionSeconds,
  startWork,
  trimGap,
  wasDone,
} from './work-clock.ts'

const T = Temporal.Instant.from('2026-11-20T10:00:00Z').epochMilliseconds
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const secondsOf = (clock: WorkClock, taskId: number, now: number) =>
  sessionSeconds(sessionOf(clock, taskId), now)
const started = startWork(NO_WORK, 7, T, 'id')

describe('a timer', () => {
  it('counts from its start, however rarely it is read', () => {
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
    ['the start of daylight saving in Berlin', '2026-03-29T00:30:00Z'],
    ['the end of daylight saving in New York', '2026-11-01T05:30:00Z'],
    ['the end of a leap year’s February', '2028-02-29T23:59:59Z'],
  ])('counts an hour across %s as an hour', (_, start) => {
    const from = Temporal.Instant.from(start).epochMilliseconds
    expect(secondsOf(startWork(NO_WORK, 7, from, 'id'), 7, from + HOUR)).toBe(3600)
  })

  it('adds up time between pauses without losing fractions of a second', () => {
    let clock: WorkClock = started
    for (let i = 0; i < 10; i++) {
      clock = pauseWork(clock, 7, T + i * MINUTE + 1500)
      clock = startWork(clock, 7, T + (i + 1) * MINUTE, 'id')
    }
    expect(secondsOf(clock, 7, T + 10 * MINUTE)).toBe(15)
  })

  it('is unchanged by a second start or pause', () => {
    expect(startWork(started, 7, T + HOUR, 'id')).toEqual(started)
    const paused = pauseWork(started, 7, T + MINUTE)
    expect(pauseWork(paused, 7, T + HOUR)).toEqual(paused)
  })

  it('pauses and keeps its time when another starts', () => {
    const clock = startWork(started, 8, T + MINUTE, 'id')
    expect(runningSession(clock)?.taskId).toBe(8)
    expect(secondsOf(clock, 7, T + HOUR)).toBe(60)
    expect(secondsOf(clock, 8, T + HOUR)).toBe(59 * 60)
  })

  it('leaves no session after less than a second when another starts', () => {
    expect(startWork(started, 8, T + 500, 'id').map((session) => session.taskId)).toEqual([8])
  })

  it('leaves no session if it ends within a second; otherwise it stays paused', () => {
    expect(endWork(started, 7, T + 999)).toEqual([])
    expect(endWork(started, 7, T + MINUTE)).toEqual(pauseWork(started, 7, T + MINUTE))
    const two = startWork(started, 8, T + MINUTE, 'id')
    expect(endWork(two, 8, T + MINUTE).map((session) => session.taskId)).toEqual([7])
  })

  it('is removed by a reset, and other sessions stay', () => {
    const two = startWork(started, 8, T + MINUTE, 'id')
    const clock = resetWork(two, 8)
    expect(clock.map((session) => session.taskId)).toEqual([7])
    expect(isCounting(clock)).toBe(false)
  })
})

describe('a gap without a heartbeat', () => {
  it.each([0, 60 * SECOND, 5 * MINUTE])('of %d ms is ignored, because a throttled tab is alive', (gap) => {
    expect(noticeGap(started, T + MINUTE, T + MINUTE + gap)).toBe(started)
  })

  const back = T + 3 * HOUR
  const gapped = noticeGap(started, T + 10 * MINUTE, back)

  it('of more than five minutes stops the timer at the last heartbeat and asks about the time since then', () => {
    expect(runningSession(gapped)).toBeNull()
    expect(questionedSession(gapped)).toMatchObject({ taskId: 7, gapSince: T + 10 * MINUTE })
    expect(gapSeconds(gapped[0] ?? fail(), back)).toEqual({ kept: 3 * 3600, trimmed: 600, gap: 10_200 })
  })

  it('is noticed only once, whichever tab wakes first', () => {
    expect(noticeGap(gapped, T + 10 * MINUTE, back)).toEqual(gapped)
  })

  it('counts as work, and the timer continues, if the user keeps it', () => {
    const clock = keepGap(gapped)
    expect(secondsOf(clock, 7, back + 2 * MINUTE)).toBe(3 * 3600 + 120)
    expect(runningSession(clock)).toMatchObject({ taskId: 7, runningSince: T })
    expect(questionedSession(clock)).toBeNull()
  })

  it('doesn’t count time twice if a tab with an earlier version left the start of an older run behind', () => {
    const clock = keepGap(gapped.map((session) => ({ ...session, ranSince: T - HOUR })))
    expect(secondsOf(clock, 7, back)).toBe(3 * 3600)
    expect(runningSession(clock)).toMatchObject({ runningSince: T, countedMs: 0 })
  })

  it('leaves the timer paused at the last heartbeat if the user trims it', () => {
    const clock = trimGap(gapped)
    expect(secondsOf(clock, 7, back)).toBe(600)
    expect(isCounting(clock)).toBe(false)
  })

  it('removes only its own session if the user discards it', () => {
    const two = noticeGap(startWork(started, 8, T + MINUTE, 'id'), T + 10 * MINUTE, back)
    expect(dropGap(two).map((session) => session.taskId)).toEqual([7])
  })

  it('starts no earlier than the timer', () => {
    const clock = noticeGap(started, T - HOUR, T + HOUR)
    expect(gapSeconds(clock[0] ?? fail(), T + HOUR)).toEqual({ kept: 3600, trimmed: 0, gap: 3600 })
    expect(trimGap(clock)).toEqual([])
  })

  it('leaves paused sessions alone', () => {
    const paused = pauseWork(started, 7, T + MINUTE)
    expect(noticeGap(paused, T + MINUTE, back)).toEqual(paused)
  })

  it('blocks starting and saving until the user answers', () => {
    expect(startWork(gapped, 8, back, 'id')).toBe(gapped)
    expect(beginSave(gapped, 7, back)).toEqual(gapped)
  })
})

describe('saving', () => {
  const saving = beginSave(started, 7, T + 90_500)

  it('pauses and saves whole seconds', () => {
    expect(saving[0]).toMatchObject({ runningSince: null, saving: { key: 'id.0', seconds: 90 } })
  })

  it('removes the saved seconds once, after the response', () => {
    expect(endSave(saving, 'id.0')).toEqual([])
    const goneOn = startWork(saving, 7, T + 2 * MINUTE, 'id')
    const ended = endSave(goneOn, 'id.0')
    expect(secondsOf(ended, 7, T + 3 * MINUTE)).toBe(60)
    expect(endSave(ended, 'id.0')).toEqual(ended)
  })

  it('reuses the first key and seconds until there is a response', () => {
    const goneOn = startWork(saving, 7, T + 2 * MINUTE, 'id')
    const again = beginSave(goneOn, 7, T + 3 * MINUTE)
    expect(again[0]?.saving).toEqual({ key: 'id.0', seconds: 90 })
    expect(secondsOf(endSave(again, 'id.0'), 7, T + 3 * MINUTE)).toBe(60)
  })

  it('uses a new key for each save, and the same key in two tabs', () => {
    const next = beginSave(
      startWork(endSave(startWork(saving, 7, T + 2 * MINUTE, 'x'), 'id.0'), 7, T, 'x'),
      7,
      T + HOUR,
    )
    expect(next[0]?.saving?.key).toBe('id.1')
    const elsewhere = beginSave(started, 7, T + 91_000)
    expect(elsewhere[0]?.saving?.key).toBe('id.0')
  })

  it('saves nothing and removes a session shorter than a second', () => {
    expect(beginSave(started, 7, T + 999)).toEqual([])
    const paused = pauseWork(started, 7, T + 500)
    expect(beginSave(paused, 7, T + HOUR)).toEqual([])
  })

  it('changes nothing without a session', () => {
    expect(beginSave(started, 8, T + HOUR)).toEqual(started)
  })
})

describe('a save whose response was lost', () => {
  const DAY = 24 * HOUR
  const sent = { version: 3, elapsedTime: 600, at: T }
  const saving = { key: 'id.0', seconds: 90, sent }

  it('records the task’s state until the save is known to have failed', () => {
    const clock = noteSent(beginSave(started, 7, T + 90_500), 'id.0', sent)
    expect(clock[0]?.saving).toEqual(saving)
    expect(readWorkClock(JSON.parse(JSON.stringify(clock)))).toEqual(clock)
    expect(noteSent(clock, 'id.0', undefined)[0]?.saving?.sent).toBeUndefined()
    expect(noteSent(clock, 'another', undefined)).toEqual(clock)
  })

  it.each([
    ['failed if the server still remembers its key', 690, T + HOUR, false],
    ['failed if the task’s time hasn’t grown', 600, T + 2 * DAY, false],
    ['failed if the task’s time has grown by less', 689, T + 2 * DAY, false],
    ['succeeded if the task’s time has grown by as much', 690, T + 2 * DAY, true],
    ['succeeded if the task’s time has grown by more', 900, T + 2 * DAY, true],
  ])('%s', (_, elapsedTime, now, expected) => {
    expect(wasDone(saving, sent, elapsedTime, now)).toBe(expected)
  })
})

describe('time returned after its change was undone', () => {
  it('is added to the task’s timer or a new paused one, and leaves the running timer alone', () => {
    const running = startWork(NO_WORK, 1, T, 'one')
    const returned = returnTime(running, 2, 90, 'two')
    expect(
      returned.map((session) => [session.taskId, sessionSeconds(session, T), isRunning(session)]),
    ).toEqual([
      [2, 90, false],
      [1, 0, true],
    ])
    expect(sessionSeconds(sessionOf(returnTime(returned, 1, 30, 'three'), 1), T + 5000)).toBe(35)
  })
})

describe('a save from the card', () => {
  it.each([
    [0, 10],
    [35, 45],
    [90, 100],
    [95, 100],
    [100, 100],
  ])('changes progress from %d to %d', (before, after) => expect(progressAfterSave(before)).toBe(after))
})

function fail(): never {
  throw new Error('There is no session.')
}
