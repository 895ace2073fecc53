export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

export type TypedTime = {
  hour: number
  minute: number
  /** Only the hour was typed, so it can be in either half of the day. */
  isBare?: boolean
  /** There is no 'am', 'pm' or 'h', so words such as 'evening' decide which half of the day is meant. */
  isHalfOpen?: boolean
  /** Once this time has passed today, the text means today without a time. */
  isLoose?: boolean
}

const WORDS = new Map<string | undefined, TypedTime>([
  ['noon', { hour: 12, minute: 0 }],
  ['midnight', { hour: 24, minute: 0 }],
  ['eod', { hour: 17, minute: 0, isLoose: true }],
])
/** Source: decision 037. */
export const TONIGHT: TypedTime = { hour: 20, minute: 0, isLoose: true }

const TIME = String.raw`(?:(?<at>at|@) ?)?(?:(?<word>noon|midnight|eod)|(?<hour>\d{1,2})(?:(?<mark>[:.])(?<minute>[0-5]\d)(?::[0-5]\d)?)? ?(?<unit>[ap]m|o'?clock|h(?<minuteAfter>[0-5]\d)?)?)`
const AT_END = new RegExp(`^(?:(?<rest>.*?) )?${TIME}$`)
const AT_START = new RegExp(`^${TIME}(?: (?<rest>.*))?$`)

/**
 * Returns the ways to split a phrase into a time (at its start or end) and the other words.
 * @param isNear whether a bare number beside these words is an hour, as in 'tomorrow 9'
 */
export function splitTime(words: string, isNear: (rest: string) => boolean) {
  return [AT_END, AT_START].flatMap((pattern) => {
    const groups = pattern.exec(words)?.groups
    const rest = groups?.rest ?? ''
    const time = groups && toTime(groups, isNear(rest))
    return time ? [{ rest, time }] : []
  })
}

function toTime(groups: Record<string, string | undefined>, takesNumber: boolean): TypedTime | null {
  const { at, word, mark, unit = '', minute, minuteAfter } = groups
  if (word) return WORDS.get(word) ?? null
  const hour = Number(groups.hour)
  const isHalf = /^[ap]m$/.test(unit)
  // '24.12' is a date, and '5' beside other words is a number.
  if (unit === '' && !at && (mark === '.' || (!minute && !takesNumber))) return null
  if (isHalf ? hour < 1 || hour > 12 : hour > 23) return null
  return {
    hour: isHalf ? (hour % 12) + (unit === 'pm' ? 12 : 0) : hour,
    minute: Number(minute ?? minuteAfter ?? 0),
    isBare: !minute && !groups.hour?.startsWith('0'),
    isHalfOpen: !isHalf && !unit.startsWith('h') && hour >= 1 && hour <= 12,
  }
}

/** The hours at which the night starts and ends; 28 is 4 AM on the next day. Source: decisions 14. */
const NIGHT_START = 18
const NIGHT_END = 28

/**
 * Returns the hours that a time can mean, in order, counted from the start of the day; 24 and more are on the next day.
 * @param canTurn whether a bare hour that has passed can mean the other half of the day
 */
export function hoursOf(time: TypedTime, part: PartOfDay | null, canTurn: boolean): number[] {
  const { hour, isBare, isHalfOpen } = time
  if (hour === 24) return [hour]
  const halves = isHalfOpen ? [hour % 12, (hour % 12) + 12] : [hour]
  if (part === 'night' || (part === 'evening' && hour % 12 === 0))
    return [...halves, ...halves.map((half) => half + 24)].filter((h) => h >= NIGHT_START && h < NIGHT_END)
  if (part === 'morning') return halves.filter((half) => half < 12)
  if (part) return halves.filter((half) => half >= 12 && (part === 'evening' || half < NIGHT_START))
  if (!isBare || !isHalfOpen) return [hour]
  return [...(hour <= 6 ? [] : [hour]), ...(hour <= 6 || canTurn ? [hour + 12] : [])]
}
