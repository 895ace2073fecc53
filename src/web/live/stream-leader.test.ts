import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { until } from '#tests/support/until.ts'

import { type Windows, joinWindows } from './stream-leader.ts'

type TestWindow = Windows<string> & { heard: string[]; close: () => void }

let name: string
let opened: TestWindow[]
beforeEach(() => {
  name = `test ${Math.random()}`
  opened = []
})
afterEach(() => {
  for (const one of opened) one.close()
  vi.useRealTimers()
})

function openWindow(): TestWindow {
  const end = new AbortController()
  const heard: string[] = []
  const one = { ...joinWindows<string>(name, (news) => heard.push(news), end.signal), heard }
  const window = { ...one, close: () => end.abort() }
  opened.push(window)
  return window
}

/** A time longer than the steps in which Vitest's fake clock advances. */
const FAKE_STEP_MS = 30

const never = new AbortController().signal

/** Opens a window that leads and one that follows. */
async function leaderAndFollower() {
  const leader = openWindow()
  const signal = leader.lead()
  leader.tell('open 1', 'open 1')
  const follower = openWindow()
  // If two windows start to lead in the same millisecond, either may remain the leader.
  await delay(FAKE_STEP_MS)
  await untilLost(follower.lead())
  return { leader, signal, follower }
}

const untilLost = (signal: AbortSignal) => until(() => expect(signal.aborted).toBe(true))

test('the first window leads, and a later one receives its latest state and news', async () => {
  const { leader, signal, follower } = await leaderAndFollower()
  expect(signal.aborted).toBe(false)
  leader.tell('change 2', 'open 2')
  await until(() => expect(follower.heard).toEqual(['open 1', 'change 2']))
  const third = openWindow()
  await untilLost(third.lead())
  expect(third.heard).toEqual(['open 2'])
  expect(leader.heard).toEqual([])
})

test('one of many windows that open at the same time leads', async () => {
  const windows = Array.from({ length: 8 }, openWindow)
  const signals = windows.map((one) => one.lead())
  await until(() => expect(signals.filter((signal) => signal.aborted)).toHaveLength(7))
  const leader = windows[signals.findIndex((signal) => !signal.aborted)]
  leader?.tell('open 1', 'open 1')
  await until(() => expect(windows.filter(({ heard }) => heard.length > 0)).toHaveLength(7))
})

test.each([
  ['stops leading', 'leave'],
  ['is closed', 'close'],
] as const)('when the leader %s, one of the others leads', async (_, end) => {
  const { leader, follower } = await leaderAndFollower()
  const third = openWindow()
  await untilLost(third.lead())
  const left = [follower.follow(never), third.follow(never)]
  leader[end]()
  await Promise.all(left)
  const signals = [follower.lead(), third.lead()]
  await until(() => expect(signals.filter((signal) => signal.aborted)).toHaveLength(1))
})

test('a window leads again after leaving, behind the one that replaced it', async () => {
  const { leader, follower } = await leaderAndFollower()
  const left = follower.follow(never)
  leader.leave()
  await left
  const signal = follower.lead()
  follower.tell('open 2', 'open 2')
  await delay(FAKE_STEP_MS)
  await untilLost(leader.lead())
  await until(() => expect(leader.heard).toContain('open 2'))
  expect(signal.aborted).toBe(false)
})

test('a leader is replaced after 15 s of silence, but not while it announces itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  const { leader, follower } = await leaderAndFollower()
  let isAlone = false
  void follower.follow(never).then(() => (isAlone = true))
  for (let second = 0; second < 30; second += 5) {
    const count = follower.heard.length
    vi.advanceTimersByTime(5000)
    await until(() => expect(follower.heard.length).toBeGreaterThan(count))
  }
  expect(isAlone).toBe(false)
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {})
  leader.leave()
  vi.advanceTimersByTime(20_000)
  await until(() => expect(isAlone).toBe(true))
})

test('a window that stops following receives nothing more', async () => {
  const { leader, follower } = await leaderAndFollower()
  const hidden = new AbortController()
  const left = follower.follow(hidden.signal)
  hidden.abort()
  await left
  leader.tell('change 2', 'open 2')
  const witness = openWindow()
  await untilLost(witness.lead())
  expect(follower.heard).toEqual(['open 1'])
})
