import { beforeEach, describe, expect, test } from 'vitest'

import {
  isCounting,
  keepGap,
  pauseWork,
  questionedSession,
  sessionOf,
  sessionSeconds,
  startWork,
} from '#domain/work-clock.ts'

import { type ClockStore, openClockStore } from './clock-store.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND

/** A computer with a browser: its clocks, what it keeps, and its tabs. */
let wall: number
let monotonic: number
let kept: Map<string, string>
let isForbidden: boolean
let isFull: boolean
beforeEach(() => {
  wall = START
  monotonic = 0
  kept = new Map()
  isForbidden = false
  isFull = false
})

const storage = {
  getItem: (key: string) => {
    if (isForbidden) throw new Error('forbidden')
    return kept.get(key) ?? null
  },
  setItem: (key: string, value: string) => {
    if (isForbidden || isFull) throw new Error('forbidden')
    kept.set(key, value)
  },
}

/** A tab. Its clock that nobody can set begins when it opens, and stands still while the computer sleeps. */
function openTab(userId = 'ada'): ClockStore {
  const openedAt = monotonic
  return openClockStore(userId, { storage, wallNow: () => wall, monotonicNow: () => monotonic - openedAt })
}

/** Time goes by, with a sign of life of the tabs now and then. */
function pass(ms: number, tabs: readonly ClockStore[], everyMs = 5 * SECOND): void {
  for (let passed = 0; passed < ms; passed += everyMs) {
    const step = Math.min(everyMs, ms - passed)
    wall += step
    monotonic += step
    for (const tab of tabs) tab.beat()
  }
}

function sleep(ms: number): void {
  wall += ms
}

const start = (tab: ClockStore, taskId = 7) =>
  tab.change((clock, now) => startWork(clock, taskId, now, `session ${taskId}`))
const pause = (tab: ClockStore, taskId = 7) => tab.change((clock, now) => pauseWork(clock, taskId, now))
const secondsIn = (tab: ClockStore, taskId = 7) => sessionSeconds(sessionOf(tab.current(), taskId), tab.now())

describe('the clock', () => {
  test('counts on in a tab in the background that may run once a minute', () => {
    const tab = openTab()
    start(tab)
    pass(90 * MINUTE, [tab], MINUTE)
    expect(secondsIn(tab)).toBe(90 * 60)
    expect(questionedSession(tab.current())).toBeNull()
  })

  test('is the same after a reload, and after a crash that took less than five minutes', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    wall += 4 * MINUTE
    const reloaded = openTab()
    reloaded.beat()
    expect(secondsIn(reloaded)).toBe(5 * 60)
  })

  test('asks after a sleep, in every tab, and counts what the person says', () => {
    const tabs = [openTab(), openTab()]
    const [first = openTab(), second = openTab()] = tabs
    start(first)
    second.reload()
    pass(10 * MINUTE, tabs)
    sleep(8 * 60 * MINUTE)
    second.beat()
    first.beat()
    first.reload()
    for (const tab of tabs)
      expect(questionedSession(tab.current())).toMatchObject({ taskId: 7, countedMs: 10 * MINUTE })
    first.change((clock, now) => keepGap(clock, now))
    expect(secondsIn(first)).toBe((8 * 60 + 10) * 60)
  })

  test('asks when the browser was closed with it running', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    sleep(60 * MINUTE)
    const later = openTab()
    later.beat()
    expect(questionedSession(later.current())).toMatchObject({ countedMs: MINUTE })
  })

  test('asks also when the first thing after a sleep is a press on it', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    sleep(60 * MINUTE)
    pause(tab)
    expect(questionedSession(tab.current())).toMatchObject({ countedMs: MINUTE })
  })

  test('loses and invents nothing when the computer’s clock is set back while it runs', () => {
    const tabs = [openTab(), openTab()]
    const [first = openTab()] = tabs
    start(first)
    pass(10 * MINUTE, tabs)
    wall -= 60 * MINUTE
    pass(10 * MINUTE, tabs)
    expect(secondsIn(first)).toBe(20 * 60)
    pause(first)
    expect(secondsIn(first)).toBe(20 * 60)
  })

  test('is one in all tabs: a start in one pauses what another has started', () => {
    const [first, second] = [openTab(), openTab()]
    start(first, 7)
    pass(MINUTE, [first, second])
    start(second, 8)
    first.reload()
    pass(MINUTE, [first, second])
    expect([secondsIn(first, 7), secondsIn(first, 8)]).toEqual([60, 60])
    expect([secondsIn(second, 7), secondsIn(second, 8)]).toEqual([60, 60])
  })

  test('changes upon what another tab has just done, not upon what this one last saw', () => {
    const [first, second] = [openTab(), openTab()]
    start(first)
    pass(MINUTE, [first])
    pause(second)
    pass(MINUTE, [first, second])
    expect(secondsIn(second)).toBe(60)
    first.reload()
    expect(secondsIn(first)).toBe(60)
  })

  test('of another person in the same browser is another one', () => {
    start(openTab('ada'))
    expect(openTab('eve').current()).toEqual([])
  })

  test('tells those who draw it of each change, and of another tab’s', () => {
    const [first, second] = [openTab(), openTab()]
    let drawn = 0
    const unsubscribe = first.subscribe(() => (drawn += 1))
    start(first)
    second.reload()
    pause(second)
    first.reload()
    expect(drawn).toBe(2)
    unsubscribe()
    start(first)
    expect(drawn).toBe(2)
  })
})

describe('where a browser keeps nothing', () => {
  test('the clock runs as long as the tab is open', () => {
    isForbidden = true
    const tab = openTab()
    start(tab)
    pass(10 * MINUTE, [tab])
    expect(secondsIn(tab)).toBe(600)
  })

  test('what it kept before it was full is not believed any more', () => {
    const tab = openTab()
    start(tab)
    isFull = true
    pass(MINUTE, [tab])
    pause(tab)
    isFull = false
    tab.beat()
    expect(secondsIn(tab)).toBe(60)
    expect(isCounting(tab.current())).toBe(false)
  })
})

describe('what cannot be read', () => {
  test.each(['', 'x', '{}', '[{"taskId":7}]', '[{"taskId":-1,"countedMs":5}]', 'null'])(
    '%j is no clock',
    (text) => {
      kept.set('tenfold:clock:ada', text)
      kept.set('tenfold:clock-seen:ada', text)
      const tab = openTab()
      expect(tab.current()).toEqual([])
      start(tab)
      pass(MINUTE, [tab])
      expect(secondsIn(tab)).toBe(60)
    },
  )
})
