import { beforeEach, describe, expect, test } from 'vitest'

import {
  isCounting,
  keepGap,
  pauseWork,
  questionedSession,
  sessionOf,
  sessionSeconds,
  startWork,
} from './work-clock.ts'

import { type ClockStore, openClockStore } from './clock-store.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND

/** A simulated computer with its clocks, storage and tabs. */
let wall: number
let monotonic: number
let kept: Map<string, string>
let isForbidden: boolean
let isFull: boolean
let writes: number
beforeEach(() => {
  wall = START
  monotonic = 0
  kept = new Map()
  isForbidden = false
  isFull = false
  writes = 0
})

const storage = {
  getItem: (key: string) => {
    if (isForbidden) throw new Error('forbidden')
    return kept.get(key) ?? null
  },
  setItem: (key: string, value: string) => {
    if (isForbidden || isFull) throw new Error('forbidden')
    kept.set(key, value)
    writes++
  },
}

/** A tab. Its monotonic clock starts when it opens and stops during sleep. */
function openTab(userId = 'ada'): ClockStore {
  const openedAt = monotonic
  return openClockStore(userId, { storage, wallNow: () => wall, monotonicNow: () => monotonic - openedAt })
}

/** Advances time with heartbeats of the tabs. */
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

describe('the timer', () => {
  test('keeps counting in a background tab that runs once a minute', () => {
    const tab = openTab()
    start(tab)
    pass(90 * MINUTE, [tab], MINUTE)
    expect(secondsIn(tab)).toBe(90 * 60)
    expect(questionedSession(tab.current())).toBeNull()
  })

  test('survives a reload, and a crash of less than five minutes', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    wall += 4 * MINUTE
    const reloaded = openTab()
    reloaded.beat()
    expect(secondsIn(reloaded)).toBe(5 * 60)
  })

  test('asks about the time after a sleep, in every tab, and applies the answer', () => {
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
    first.change(keepGap)
    expect(secondsIn(first)).toBe((8 * 60 + 10) * 60)
  })

  test('asks about the time if the browser was closed while it ran', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    sleep(60 * MINUTE)
    const later = openTab()
    later.beat()
    expect(questionedSession(later.current())).toMatchObject({ countedMs: MINUTE })
  })

  test('asks about the time even if the first event after a sleep is a click on the timer', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    sleep(60 * MINUTE)
    pause(tab)
    expect(questionedSession(tab.current())).toMatchObject({ countedMs: MINUTE })
  })

  test('counts correctly when the computer’s clock is set back while it runs', () => {
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

  test('is shared by all tabs: a start in one pauses the timer of another', () => {
    const [first, second] = [openTab(), openTab()]
    start(first, 7)
    pass(MINUTE, [first, second])
    start(second, 8)
    first.reload()
    pass(MINUTE, [first, second])
    expect([secondsIn(first, 7), secondsIn(first, 8)]).toEqual([60, 60])
    expect([secondsIn(second, 7), secondsIn(second, 8)]).toEqual([60, 60])
  })

  test('builds on another tab’s latest change, not on its own last state', () => {
    const [first, second] = [openTab(), openTab()]
    start(first)
    pass(MINUTE, [first])
    pause(second)
    pass(MINUTE, [first, second])
    expect(secondsIn(second)).toBe(60)
    first.reload()
    expect(secondsIn(first)).toBe(60)
  })

  test('is separate for each user of the browser', () => {
    start(openTab('ada'))
    expect(openTab('eve').current()).toEqual([])
  })

  test('notifies its listeners of every change, including one from another tab', () => {
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

describe('while no timer runs', () => {
  test('nothing is written to storage before the first start or after a pause', () => {
    const tab = openTab()
    pass(10 * MINUTE, [tab])
    expect(writes).toBe(0)
    start(tab)
    pass(MINUTE, [tab])
    expect(writes).toBeGreaterThan(10)
    pause(tab)
    const paused = writes
    pass(10 * MINUTE, [tab])
    expect(writes).toBe(paused)
  })

  test('starting a timer after hours without one is not a gap, even if the browser crashes right afterwards', () => {
    const tab = openTab()
    start(tab)
    pass(MINUTE, [tab])
    pause(tab)
    pass(3 * 60 * MINUTE, [tab])
    start(tab)
    wall += MINUTE
    const reloaded = openTab()
    reloaded.beat()
    expect(questionedSession(reloaded.current())).toBeNull()
    expect(secondsIn(reloaded)).toBe(120)
  })

  test('a tab that opens after the computer’s clock was set back shows the same time as the other tabs', () => {
    const first = openTab()
    pass(10 * MINUTE, [first])
    wall -= 60 * MINUTE
    pass(10 * MINUTE, [first])
    const second = openTab()
    start(second)
    first.reload()
    pass(10 * MINUTE, [first, second])
    pause(first)
    expect(questionedSession(first.current())).toBeNull()
    expect(secondsIn(first)).toBe(600)
  })
})

describe('in a browser without storage', () => {
  test('the timer runs as long as the tab is open', () => {
    isForbidden = true
    const tab = openTab()
    start(tab)
    pass(10 * MINUTE, [tab])
    expect(secondsIn(tab)).toBe(600)
  })

  test('state stored before storage was full is ignored', () => {
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

describe('while storage is full', () => {
  test('changes of this tab are stored later, on top of those of other tabs', () => {
    const [first, second] = [openTab(), openTab()]
    start(first, 7)
    pass(MINUTE, [first, second])
    isFull = true
    pause(first, 7)
    isFull = false
    start(second, 8)
    first.reload()
    pass(MINUTE, [second, first])
    for (const tab of [first, openTab()]) expect([secondsIn(tab, 7), secondsIn(tab, 8)]).toEqual([60, 60])
    pause(second, 8)
    first.reload()
    expect(isCounting(first.current())).toBe(false)
  })

  test('a heartbeat stores the time as soon as there is space, even of a paused timer', () => {
    const tab = openTab()
    isFull = true
    start(tab)
    pass(MINUTE, [tab])
    pause(tab)
    isFull = false
    tab.beat()
    expect(secondsIn(openTab())).toBe(60)
  })

  test('a heartbeat that wasn’t stored doesn’t turn another tab’s time into a gap', () => {
    const [first, second] = [openTab(), openTab()]
    start(first)
    isFull = true
    pass(MINUTE, [first])
    pause(first)
    isFull = false
    pass(10 * MINUTE, [first])
    start(second, 8)
    pass(MINUTE, [first, second])
    expect(questionedSession(second.current())).toBeNull()
    expect(secondsIn(second, 8)).toBe(60)
  })

  test('a change that is stored later is the same as the one shown', () => {
    const tab = openTab()
    isFull = true
    start(tab)
    const shown = tab.current()
    isFull = false
    tab.beat()
    expect(openTab().current()).toEqual(shown)
  })
})

test('the timer survives when the stored state is removed while the page is open', () => {
  const tab = openTab()
  start(tab)
  pass(MINUTE, [tab])
  kept.clear()
  tab.reload()
  pass(MINUTE, [tab])
  expect(secondsIn(tab)).toBe(120)
  expect(secondsIn(openTab())).toBe(120)
})

describe('state that is malformed', () => {
  test.each(['', 'x', '{}', '[{"taskId":7}]', '[{"taskId":-1,"countedMs":5}]', 'null'])(
    'is ignored: %j',
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
