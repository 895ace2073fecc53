import { afterEach, expect, it, vi } from 'vitest'

import { changeClock, clockNow, openClock, toWallTime } from './clock.ts'

afterEach(() => void vi.unstubAllGlobals())

it('converts the timer’s time to the time of a computer whose clock was set back', () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined })
  // The heartbeat would keep running after these tests.
  vi.stubGlobal('setInterval', () => undefined)
  const now = vi.spyOn(Date, 'now').mockReturnValue(7_200_000)
  openClock('someone')
  changeClock((clock) => clock)
  now.mockReturnValue(3_600_000)
  changeClock((clock) => clock)
  expect(clockNow()).toBeGreaterThan(7_000_000)
  expect(toWallTime(clockNow() - 60_000)).toBe(3_540_000)
})
