import { asciiDigits } from '../digits.ts'
import { type LocalDate, readDate } from '../due-date.ts'
import { NEAR, type TypedDay, WEEKDAY, readDay } from './day-phrase.ts'
import { type PartOfDay, TONIGHT, type TypedTime, hoursOf, splitTime } from './time-phrase.ts'

export type Reading = {
  /** Null if the text isn't understood. */
  date: LocalDate | null
  /** The typed date, if it doesn't fall on the typed weekday. */
  otherDay?: Temporal.PlainDate
}

type Context = {
  now: Temporal.ZonedDateTime
  isMonthFirst: boolean
  /** Parses words that these rules don't know, such as 'in 3 days'. */
  readOther: (words: string) => LocalDate | null
}

const PARTS = '(?:morning|afternoon|evening|night)'
const PART_OF_DAY = new RegExp(`(?:^| )(?:in |at )?(?<part>${PARTS})(?= |$)`)

/** Parses a date, which is never past unless the text names its year. */
export function readTypedDate(text: string, { now, isMonthFirst, readOther }: Context): Reading {
  const iso = readDate(asciiDigits(text.trim()), now.timeZoneId)
  if (iso) return { date: iso }
  const words = plainWords(text)
  if (words === '') return { date: null }
  const today = now.toPlainDate()
  const part = (PART_OF_DAY.exec(words)?.groups?.part ?? null) as PartOfDay | null
  const others = words.replace(PART_OF_DAY, '').trim()
  const splits = splitTime(others, (rest) => NEAR.has(rest) || (rest === '' && part !== null))
  for (const { rest, time } of splits) {
    const day = readDay(rest === '' && time.isLoose ? 'today' : rest, today, isMonthFirst)
    if (day) return settle(day, time, now, part)
  }
  // 'morning' alone means this morning.
  const day = readDay(others || 'today', today, isMonthFirst)
  const isTonight = part === 'night' && /^(?:today)?$/.test(others)
  if (day) return settle(day, isTonight ? TONIGHT : null, now, part)
  for (const { rest, time } of [...splits, { rest: others, time: null }]) {
    const other = readOther(rest)
    if (other instanceof Temporal.PlainDate) return settle({ days: [other] }, time, now, part)
  }
  return { date: readOther(words) }
}

/** Returns the first day and time that isn't past; a past one only if its text names the year. */
export function settle(
  { days, isFull, isFrequent, otherDay }: TypedDay,
  time: TypedTime | null,
  now: Temporal.ZonedDateTime,
  part: PartOfDay | null = null,
): Reading {
  const dates = days.flatMap((day): LocalDate[] => {
    if (!time) return [day]
    const isFixedToday = day.equals(now.toPlainDate()) && !isFrequent
    const hours = hoursOf(time, part, isFixedToday)
    // Before 4:00, 'tonight' also means the night that has already begun.
    if (part === 'night' && isFixedToday)
      hours.unshift(...hours.map((hour) => hour - 24).filter((h) => h > 0))
    const times = hours.map((hours) => day.toPlainDateTime().add({ hours, minutes: time.minute }))
    return time.isLoose && isFixedToday ? [...times, day] : times
  })
  const date = dates.find((date) => !isPast(date, now)) ?? (isFull ? dates[0] : null) ?? null
  return { date, otherDay }
}

/** Returns whether a day, or a time on a day, has passed. On nights when clocks change, the wall clock also counts. */
export function isPast(date: LocalDate, now: Temporal.ZonedDateTime): boolean {
  if (date instanceof Temporal.PlainDate) return Temporal.PlainDate.compare(date, now.toPlainDate()) < 0
  const isOver = Temporal.ZonedDateTime.compare(date.toZonedDateTime(now.timeZoneId), now) < 0
  return isOver || Temporal.PlainDateTime.compare(date, now.toPlainDateTime()) < 0
}

/** Words and punctuation that don't change a date. */
const FILLERS = /\b(?:by|before|due|on|until|till|the)\b|[,;!()]/g

/** 'Friday night 12' and 'Friday 9 in the morning', where the number isn't a day of the month. */
const HOUR = new RegExp(
  `(?<=${PARTS} )(?=\\d{1,2}$)|(?<=${WEEKDAY} )(?=(?:1[0-2]|[1-9]) (?:in|at) ${PARTS})`,
  'g',
)
const DAY_LAST = new RegExp(`\\b(next week) (${WEEKDAY})\\b`, 'g')

/** Returns the text in lower case, with ASCII digits and single spaces, without words that don't affect the date. */
function plainWords(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b([ap])\.m\b\.?/g, '$1m')
    .replaceAll(/(?<=\d)[-/.](?=[a-z])|(?<=[a-z])[-/.](?=\d|\s|$)/g, ' ')
    .replaceAll(FILLERS, ' ')
    .replaceAll(/\bday after tomorrow\b/g, 'overmorrow')
    .replaceAll(/\bend of\s+day\b/g, 'eod')
    .replaceAll(/\btonight\b/g, 'today night')
    .replaceAll(/\bthis (?=morning|afternoon|evening)/g, 'today ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(DAY_LAST, '$2 $1')
    .replaceAll(HOUR, 'at ')
}
