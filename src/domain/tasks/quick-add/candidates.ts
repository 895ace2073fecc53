import type { Estimate } from '../../duration.ts'
import type { Level } from '../priority.ts'
import type { RecurrenceFrequency } from '../recurrence.ts'
import { IN_FIGURES, findDuePhrase } from './due-phrase.ts'
import { findEstimatePhrase } from './estimate-phrase.ts'
import type { LineWord, TextRange } from './line-words.ts'
import { type Names, findName, newProjectName } from './names.ts'
import { phraseText } from './phrase.ts'
import { findRecurrencePhrase, findRepeatedDay, frequencyOfWord } from './recurrence-phrase.ts'

type Named =
  | { kind: 'level'; value: Level }
  | { kind: 'category' | 'project'; value: string }
  | { kind: 'estimate'; value: Estimate }

/** Words that may become a part of the line. */
export type Candidate = TextRange &
  (
    | Named
    /** 'today' by itself plans the task for today. */
    | { kind: 'plan' }
    /** `value` is the text for the date reader. */
    | { kind: 'due'; value: string; hasDay: boolean }
    /** `day` is the due date that 'every' repeats; without it, 'every' is text. */
    | { kind: 'recurrence'; value: RecurrenceFrequency; day: TextRange | null }
  )

type Found =
  | Named
  /** `dateFrom` is the first word of the date, after words such as 'by'. */
  | { kind: 'due'; dateFrom: number; hasDay: boolean }
  | { kind: 'recurrence'; value: RecurrenceFrequency; day: Span | null }

/** Words that belong together. Indexes count words; `to` is exclusive. */
type Span = {
  from: number
  to: number
  /** Null for words that only look like a part. */
  found: Found | null
  /** Whether the words look like a date, even if they aren't one. */
  looksDue?: boolean
  /** Whether the words count as a part only at the end of the line or before another part. */
  isWeak?: boolean
  /** Replaces `to` unless the span is at the end of the line or before another part. */
  toElsewhere?: number
}

type NamesOfLine = { categories: Names; projects: Names }

/** Returns the words that may become parts, in order and without overlaps. */
export function findCandidates(words: readonly LineWord[], names: NamesOfLine): Candidate[] {
  const signed = findSigned(words, names)
  const spans = [...signed, ...findPhrases(words, signed)].toSorted((a, b) => a.from - b.from)
  const rangeOf = ({ from, to }: Span) => ({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 })
  return keepConfirmed(withoutRanges(words, spans), words.length).map(({ found, ...span }): Candidate => {
    const range = rangeOf({ found, ...span })
    if (found.kind === 'recurrence') return { ...range, ...found, day: found.day && rangeOf(found.day) }
    if (found.kind !== 'due') return { ...range, ...found }
    const value = words
      .slice(found.dateFrom, span.to)
      .map(({ typed }) => typed)
      .join(' ')
    const isOneWord = found.dateFrom === span.from && span.to === span.from + 1
    if (isOneWord && words[span.from]?.lower === 'today') return { ...range, kind: 'plan' }
    return { ...range, kind: 'due', value, hasDay: found.hasDay }
  })
}

/** Finds parts that begin with a sign ('#Meeting', '+Acme') and levels ('p2'). */
function findSigned(words: readonly LineWord[], { categories, projects }: NamesOfLine): Span[] {
  const spans: Span[] = []
  const isFree = (index: number) => !words[index]?.isPlain
  for (let from = 0; from < words.length; from = Math.max(from + 1, spans.at(-1)?.to ?? 0)) {
    const word = words[from]
    if (!word || word.isPlain) continue
    const level = /^p(10|[1-9])$/.exec(word.lower)?.[1]
    if (level) {
      spans.push({ from, to: from + 1, found: { kind: 'level', value: Number(level) as Level } })
    } else if (/^#./.test(word.typed)) {
      const match = findName(categories, words, from, isFree)
      if (match) spans.push({ from, to: match.to, found: { kind: 'category', value: match.name } })
    } else if (/^\+./.test(word.typed)) {
      const match = findName(projects, words, from, isFree)
      const name = match?.name ?? newProjectName(word.typed)
      if (name) spans.push({ from, to: match?.to ?? from + 1, found: { kind: 'project', value: name } })
    }
  }
  return spans
}

/** Finds due dates, estimates and recurrences among the other words. */
function findPhrases(words: readonly LineWord[], signed: readonly Span[]): Span[] {
  const taken = new Set<LineWord | undefined>(signed.flatMap(({ from, to }) => words.slice(from, to)))
  const isFree = (index: number) => !words[index]?.isPlain && !taken.has(words[index])
  const spans: Span[] = []
  for (let from = 0; from < words.length; from = Math.max(from + 1, spans.at(-1)?.to ?? 0)) {
    if (!isFree(from)) continue
    const textAt = (index: number) => phraseText(words, index, isFree)
    spans.push(...phrasesAt(words, from, textAt))
  }
  return spans
}

type TextAt = (index: number) => string

function phrasesAt(words: readonly LineWord[], from: number, textAt: TextAt): Span[] {
  const text = textAt(from)
  const recurrence = findRecurrencePhrase(text, from)
  if (recurrence) {
    // 'on the 1st of every month' is one phrase.
    const frequency = wordBefore(words, from) === 'of' ? null : recurrence.frequency
    const found = frequency && ({ kind: 'recurrence', value: frequency, day: null } as const)
    return [{ from, to: recurrence.to, found }]
  }
  const repeated = findRepeatedDay(text, from)
  if (repeated) return repeatedDay(words, from, repeated, textAt)
  const due = dueAt(words, from, textAt)
  if (due) return [due]
  const estimate = estimateAt(words, from, text)
  if (estimate) return [estimate]
  const frequency = from > 0 ? frequencyOfWord(words[from]?.lower ?? '') : null
  return frequency
    ? [{ from, to: from + 1, found: { kind: 'recurrence', value: frequency, day: null }, isWeak: true }]
    : []
}

/** Returns the spans of 'every Friday' or 'every May 5', which are both a recurrence and a due date. */
function repeatedDay(
  words: readonly LineWord[],
  from: number,
  every: { to: number; frequency: RecurrenceFrequency | null },
  textAt: TextAt,
): Span[] {
  const day = dueAt(words, every.to, textAt)
  const repeats = day?.found && findDuePhrase(textAt(every.to), every.to)?.repeats
  const value = repeats === 'Yearly' && every.frequency === 'Weekly' ? 'Yearly' : every.frequency
  if (!day || !repeats || (repeats === 'Yearly' && value !== 'Yearly'))
    return [{ from, to: every.to, found: null }]
  day.isWeak = false
  return [{ from, to: every.to, found: value && { kind: 'recurrence', value, day } }, day]
}

function dueAt(words: readonly LineWord[], from: number, textAt: TextAt): Span | null {
  const phrase = findDuePhrase(textAt(from), from)
  if (!phrase) return null
  const { toBeforeNumber, hasDay, isWeak, leadingWords } = phrase
  // In '7am Mt Tam', the word after the time isn't a time zone.
  const to = phrase.to - Number(/^[ECMP]t$/.test(words[phrase.to - 1]?.typed ?? ''))
  const before = wordBefore(words, from)
  // In '24.12. 17:30', the time belongs to another day.
  const isOfOtherDay =
    !hasDay && [words[from - 1], words[to]].some((word) => IN_FIGURES.test(word?.lower ?? ''))
  const isHour =
    before === 'at' && [words[from], words[to]].every((word) => /^\d\d?$/.test(word?.lower ?? ''))
  // In capitals at the end of the line, 'PT' is a time zone. In '9pm pt 2' and '8am PT with Julie', it can be a word.
  const isTyped = (pattern: RegExp) => words.slice(from, to).some(({ typed }) => pattern.test(typed))
  const isOther = isOfOtherDay || isHour || isTyped(/^[ECMPecmp]t$/)
  const isPart = !NOT_BEFORE_DATE.has(before) && !(isWeak && PRONOUNS.has(before)) && !isOther
  const span: Span = {
    from,
    to,
    found: isPart ? { kind: 'due', dateFrom: from + leadingWords, hasDay } : null,
    looksDue: true,
    isWeak: isWeak || isTyped(/^(?:[ECMP]T|ist)$/) || isVerbMonth(words.slice(from, to)),
  }
  if (toBeforeNumber === null) return span
  // '2 hours' in 'tomorrow 2 hours' is an estimate.
  return findEstimatePhrase(textAt(toBeforeNumber), toBeforeNumber)
    ? { ...span, to: toBeforeNumber }
    : { ...span, toElsewhere: toBeforeNumber }
}

/** Returns whether the first word is a verb, not a month, as in 'may 5 people come' and 'march 3 miles'. */
function isVerbMonth(words: readonly LineWord[]): boolean {
  return words.length === 2 && words.some(({ typed }) => /^(?:may|mar|march)$/.test(typed))
}

function estimateAt(words: readonly LineWord[], from: number, text: string): Span | null {
  const phrase = findEstimatePhrase(text, from)
  if (!phrase) return null
  const { to, estimate } = phrase
  const isMillions = words.slice(from, to).some(({ typed }) => /\dM$/.test(typed))
  const isBeside =
    NOT_BEFORE_ESTIMATE.has(wordBefore(words, from)) || NOT_AFTER_ESTIMATE.has(words[to]?.lower ?? '')
  return { from, to, found: isMillions || isBeside ? null : { kind: 'estimate', value: estimate } }
}

/** Drops two dates with 'to' or 'or' between them: they are a range or a choice, so neither is a due date. */
function withoutRanges(words: readonly LineWord[], spans: readonly Span[]): Span[] {
  const joined = new Set<Span>()
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1]
    if (!span.looksDue || !next?.looksDue) continue
    if (next.from !== span.to + 1 || !JOINERS.has(words[span.to]?.lower ?? '')) continue
    joined.add(span).add(next)
  }
  return spans.filter((span) => !joined.has(span))
}

type Confirmed = Span & { found: Found }

/** Keeps weak spans at the end of the line or before another part. */
function keepConfirmed(spans: readonly Span[], end: number): Confirmed[] {
  const kept: Confirmed[] = []
  let next = end
  for (const { from, to, found, isWeak, toElsewhere } of spans.toReversed()) {
    const isConfirmed = to === next
    if (!found || (isWeak && !isConfirmed)) continue
    kept.push({ from, to: isConfirmed ? to : (toElsewhere ?? to), found })
    next = from
  }
  return kept.toReversed()
}

/** These words before a date change its meaning: 'the Friday report', 'since Monday', 'Black Friday'. */
const NOT_BEFORE_DATE = setOf(
  'the a an of since from after last past previous than like yesterday first second third fourth black good cyber ash casual super holy',
)
/** In 'She sat' and 'they wed', the last word is a verb, not a weekday. */
const PRONOUNS = setOf('he she it they we i you who')
const NOT_BEFORE_ESTIMATE = setOf('in within the a an every each last past next after per of x @ under over')
const NOT_AFTER_ESTIMATE = setOf('ago later earlier before after from late early old long per a to - – — or')
const JOINERS = setOf('to through thru until and or & - – — /')

/** Returns the word before an index, or '' if a comma or period separates it. */
function wordBefore(words: readonly LineWord[], index: number): string {
  const word = words[index - 1]
  return word && word.end - word.start === word.typed.length ? word.lower : ''
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
