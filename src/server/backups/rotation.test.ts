import { describe, expect, test } from 'vitest'

import { type DatedBackup, isBackupDue, surplusBackups } from './rotation.ts'

/** Zones with nights of 23 and 25 hours, a missing midnight, a half-hour change, and a skipped day. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]

const daily = (at: string): DatedBackup => ({ name: at, at, isBeforeUpdate: false, version: '0015' })
const beforeUpdate = (at: string, version: string): DatedBackup => ({
  ...daily(at),
  isBeforeUpdate: true,
  version,
})

/** Runs a server that checks every hour. Returns all backups that it made, and those left after each rotation. */
function run(from: string, days: number, timeZone: string) {
  const made: DatedBackup[] = []
  let kept: DatedBackup[] = []
  const rotations: DatedBackup[][] = []
  const begin = Temporal.Instant.from(from)
  for (let hour = 0; hour < days * 24; hour++) {
    const now = begin.add({ hours: hour }).toString({ fractionalSecondDigits: 3 })
    if (!isBackupDue(kept, now, timeZone)) continue
    made.push(daily(now))
    const all = [...kept, daily(now)]
    const surplus = surplusBackups(all, now, timeZone)
    kept = all.filter((backup) => !surplus.includes(backup))
    rotations.push(kept)
  }
  return { made, rotations }
}

const dayIn = (timeZone: string) => (backup: DatedBackup) =>
  Temporal.Instant.from(backup.at).toZonedDateTimeISO(timeZone).toPlainDate()

describe('a server that runs for two months', () => {
  test.each([
    ...ZONES.flatMap((zone) => [
      [zone, '2026-03-01T05:00:00.000Z'],
      [zone, '2026-09-04T17:30:00.000Z'],
    ]),
    // Without December 30.
    ['Pacific/Apia', '2011-11-20T00:00:00.000Z'],
  ])('in %s from %s makes one backup each day and keeps 7 daily and 4 weekly backups', (zone, from) => {
    const { made, rotations } = run(from, 60, zone)
    const dayOf = dayIn(zone)
    const days = made.map((backup) => dayOf(backup).toString())
    expect(new Set(days).size).toBe(days.length)
    for (const [index, kept] of rotations.entries()) {
      // The latest seven days with a backup.
      expect(kept.slice(-7)).toEqual(made.slice(Math.max(0, index - 6), index + 1))
      expect(kept.length).toBeLessThanOrEqual(11)
    }
    const weekly = rotations.at(-1)?.slice(0, -7).map(dayOf) ?? []
    expect(weekly).toHaveLength(4)
    // Each is the last one of its week, and no week is missing.
    for (const day of weekly) expect(days).not.toContain(nextInWeek(day, days))
    const mondays = weekly.map((day) => day.subtract({ days: day.dayOfWeek - 1 }))
    for (const [index, monday] of mondays.entries())
      expect(monday.until(mondays.at(-1) ?? monday).days).toBe(7 * (mondays.length - 1 - index))
  })
})

/** Returns the next day of the same week that has a backup. */
function nextInWeek(day: Temporal.PlainDate, days: readonly string[]): string | undefined {
  const left = Array.from({ length: 7 - day.dayOfWeek }, (_, index) =>
    day.add({ days: index + 1 }).toString(),
  )
  return left.find((date) => days.includes(date))
}

test.each([
  [
    'the same day, in standard time after the repeated hour',
    '2026-10-25T00:10:00.000Z',
    '2026-10-25T22:50:00.000Z',
    false,
  ],
  [
    'the same day, 24 hours later on a day of 25 hours',
    '2026-10-24T22:10:00.000Z',
    '2026-10-25T22:10:00.000Z',
    false,
  ],
  ['the next day, 25 hours later', '2026-10-24T22:10:00.000Z', '2026-10-25T23:10:00.000Z', true],
  [
    'the next day, 23 hours later on a day of 23 hours',
    '2026-03-28T23:10:00.000Z',
    '2026-03-29T22:10:00.000Z',
    true,
  ],
  ['two minutes later, after midnight', '2026-11-23T22:59:00.000Z', '2026-11-23T23:01:00.000Z', true],
])('in Berlin, %s (from %s to %s), a backup is due: %s', (_, last, now, isDue) => {
  expect(isBackupDue([daily(last)], now, 'Europe/Berlin')).toBe(isDue)
})

describe('rotation', () => {
  const now = '2026-11-23T12:00:00.000Z'

  test('keeps a backup until there are newer ones, no matter how old it is', () => {
    const old = Array.from({ length: 7 }, (_, index) => daily(`2020-01-0${index + 1}T03:00:00.000Z`))
    expect(surplusBackups(old, now, 'UTC')).toEqual([])
    expect(surplusBackups([], now, 'UTC')).toEqual([])
  })

  test('keeps the newest backup of a day', () => {
    const [morning, evening] = [daily('2026-11-22T03:00:00.000Z'), daily('2026-11-22T20:00:00.000Z')]
    expect(surplusBackups([evening, morning], now, 'UTC')).toEqual([morning])
  })

  test('keeps the backups from before the last three updates, in addition to the daily backups', () => {
    const updates = [
      beforeUpdate('2026-01-01T00:00:00.000Z', '0012'),
      beforeUpdate('2026-02-01T00:00:00.000Z', '0013'),
      beforeUpdate('2026-03-01T00:00:00.000Z', '0014'),
      beforeUpdate('2026-04-01T00:00:00.000Z', '0015'),
      beforeUpdate('2026-04-01T00:00:05.000Z', '0015'),
    ]
    const days = Array.from({ length: 7 }, (_, index) => daily(`2026-11-1${index}T03:00:00.000Z`))
    expect(surplusBackups([...updates, ...days], now, 'UTC')).toEqual([updates[3], updates[0]])
    expect(isBackupDue([beforeUpdate(now, '0015')], now, 'UTC')).toBe(true)
  })

  test('neither counts nor removes backups that a wrong clock dated in the future', () => {
    const future = Array.from({ length: 9 }, (_, index) => daily(`2027-11-1${index}T03:00:00.000Z`))
    const days = Array.from({ length: 7 }, (_, index) => daily(`2026-11-1${index}T03:00:00.000Z`))
    expect(surplusBackups([...days, ...future], now, 'UTC')).toEqual([])
    expect(isBackupDue(future, now, 'UTC')).toBe(true)
  })
})
