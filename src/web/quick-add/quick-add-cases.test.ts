import { beforeEach, describe, expect, it, vi } from 'vitest'

import { estimateText, formatEstimate } from '#domain/duration.ts'
import { type QuickPart, parseQuickAdd } from '#domain/tasks/quick-add/quick-add.ts'

import { readDueText } from '../task-form/due-text.ts'
import table from './quick-add-cases.txt?raw'

/** Each row of the table: a quick-add line, its title, and the words and value of each part. */
const CASES = table
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('//'))
  .map((row) => {
    const [line = '', title = '', ...parts] = row.split(' → ')
    return { line, title, parts }
  })

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe']

const CATEGORIES = ['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline', 'Deep work', 'Café']
const PROJECTS = ['Acme', 'Billing migration']

function parse(line: string, now: Temporal.ZonedDateTime) {
  return parseQuickAdd(line, {
    readDue: (text) => readDueText(text, now),
    today: now.toPlainDate(),
    categories: CATEGORIES,
    projects: PROJECTS,
  })
}

function valueOf(part: QuickPart): string {
  if (part.kind === 'due') return part.value
  if (part.kind === 'estimate') return formatEstimate(estimateText(part.value))
  return `${part.kind} ${part.value}`
}

function describeParts(line: string, parts: readonly QuickPart[]): string[] {
  return parts.map((part) => `${line.slice(part.start, part.end)} = ${valueOf(part)}`)
}

it('the table has at least 300 different lines', () => {
  expect(new Set(CASES.map(({ line }) => line)).size).toBe(CASES.length)
  expect(CASES.length).toBeGreaterThanOrEqual(300)
})

describe.each(ZONES)('on Thursday, November 19, 2026 at 3 PM in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone)
    return () => vi.unstubAllEnvs()
  })
  const now = Temporal.PlainDateTime.from('2026-11-19T15:00').toZonedDateTime(zone)

  it.each(CASES)('$line', ({ line, title, parts }) => {
    const parsed = parse(line, now)
    expect({ title: parsed.title, parts: describeParts(line, parsed.parts) }).toEqual({ title, parts })
  })

  it('keeps the spaces inside a title', () => {
    expect(parse('  Two  spaces \t tomorrow ', now).title).toBe('Two  spaces')
  })
})

/** The current time in its zone, the line, and the due date. Clocks change on these nights. */
const NIGHTS: [typed: string, line: string, due: string][] = [
  ['2026-12-31T23:30[UTC]', 'Call tomorrow 9am', '2027-01-01T09:00'],
  ['2026-12-31T23:30[UTC]', 'Call in 2 hours', '2027-01-01T01:30'],
  ['2026-12-31T23:30[UTC]', 'Call eod', '2026-12-31'],
  ['2026-11-19T15:00[Europe/Berlin]', 'Call 5pm EST', '2026-11-19T23:00'],
  ['2026-11-19T15:00[Europe/Berlin]', 'Call 20:00 UTC', '2026-11-19T21:00'],
  ['2026-11-19T15:00[America/New_York]', 'Call tomorrow at 9am PT p2', '2026-11-20T12:00'],
  ['2026-11-19T15:00[America/New_York]', 'Call 5pm est on fri', '2026-11-20T17:00'],
  ['2026-01-31T10:00[UTC]', 'Call in 1 month and 1 day', '2026-03-01'],
  ['2028-02-28T23:30[UTC]', 'Call tomorrow', '2028-02-29'],
  // Europe: 2:00 becomes 3:00 in March, and 3:00 becomes 2:00 in October.
  ['2026-03-28T23:30[Europe/Berlin]', 'Call tomorrow 9am 2h', '2026-03-29T09:00'],
  ['2026-03-28T23:30[Europe/Berlin]', 'Call in 3 hours', '2026-03-29T03:30'],
  ['2026-03-28T23:30[Europe/Berlin]', 'Call in 3h p2', '2026-03-29T03:30'],
  ['2026-03-29T00:30[Europe/Berlin]', 'Call every sun 9am', '2026-03-29T09:00'],
  ['2026-10-24T23:30[Europe/Berlin]', 'Call tomorrow 9', '2026-10-25T09:00'],
  ['2026-10-25T02:30+02:00[Europe/Berlin]', 'Call tomorrow', '2026-10-26'],
  ['2026-10-25T02:30+02:00[Europe/Berlin]', 'Call eod', '2026-10-25T17:00'],
  // New York: the clocks change in different weeks than in Europe.
  ['2026-03-07T23:30[America/New_York]', 'Call tomorrow 9am', '2026-03-08T09:00'],
  ['2026-03-07T23:30[America/New_York]', 'Call in 2 hours', '2026-03-08T01:30'],
  ['2026-03-07T23:30[America/New_York]', 'Call in 3 hours', '2026-03-08T03:30'],
  ['2026-03-08T01:45[America/New_York]', 'Call in 30 min', '2026-03-08T03:15'],
  ['2026-10-31T23:30[America/New_York]', 'Call in 3 hours', '2026-11-01T01:30'],
  ['2026-11-01T01:30-05:00[America/New_York]', 'Call in an hour', '2026-11-01T02:30'],
  ['2026-11-01T01:30-05:00[America/New_York]', 'Call tonight', '2026-11-01T20:00'],
  // Santiago: a day begins at 1:00.
  ['2026-09-05T23:30[America/Santiago]', 'Call tomorrow', '2026-09-06'],
  ['2026-09-05T23:30[America/Santiago]', 'Call in an hour', '2026-09-06T01:30'],
  ['2026-09-05T23:30[America/Santiago]', 'Call sun 9am', '2026-09-06T09:00'],
  ['2026-09-05T00:30[America/Santiago]', 'Call tomorrow 9', '2026-09-06T09:00'],
  // Lord Howe: the clock changes by half an hour.
  ['2026-10-03T23:45[Australia/Lord_Howe]', 'Call tomorrow 9am', '2026-10-04T09:00'],
  ['2026-10-04T01:45[Australia/Lord_Howe]', 'Call in 30 minutes', '2026-10-04T02:45'],
  ['2026-04-04T23:45[Australia/Lord_Howe]', 'Call tomorrow eod', '2026-04-05T17:00'],
  ['2026-04-05T23:45[Australia/Lord_Howe]', 'Call next week', '2026-04-12'],
]

describe.each(['the user', ...ZONES])('on a machine in the zone of %s', (machine) => {
  beforeEach(() => () => vi.unstubAllEnvs())

  it.each(NIGHTS)('at %s, reads %j as due %s', (typed, line, due) => {
    const now = Temporal.ZonedDateTime.from(typed)
    vi.stubEnv('TZ', machine === 'the user' ? now.timeZoneId : machine)
    const parsed = parse(line, now)
    expect(parsed.title).toBe('Call')
    expect(parsed.parts.find(({ kind }) => kind === 'due')?.value).toBe(due)
  })
})
