import { CATEGORY_PROJECT, categoryKey } from '../../categories/category.ts'
import type { Estimate } from '../../duration.ts'
import type { Level } from '../priority.ts'
import type { RecurrenceFrequency } from '../recurrence.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { type TextRange, lineWords } from './line-words.ts'
import { type Names, indexNames } from './names.ts'

export type PartValues = {
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`. */
  due: string
  /** The day the task is planned for, `YYYY-MM-DD`. */
  plan: string
  estimate: Estimate
  level: Level
  category: string
  project: string
  recurrence: RecurrenceFrequency
}

export type PartKind = keyof PartValues

/** A recognized part of the line, with the range of its words. */
export type PartOf<K extends PartKind> = TextRange & { kind: K; value: PartValues[K] }
export type QuickPart = { [K in PartKind]: PartOf<K> }[PartKind]

export type QuickAdd = {
  /** The words that belong to no part. */
  title: string
  /** At most one part of each kind, in the order in which they appear in the line. */
  parts: QuickPart[]
  /** A project that stays plain text, because the line has a category other than Project. */
  unusedProject: PartOf<'project'> | null
}

export type QuickAddContext = {
  /** Parses a due date to `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`, or null. */
  readDue: (text: string) => string | null
  /** The user's calendar day. 'today' plans the task for this day, and earlier due dates stay text. */
  today: Temporal.PlainDate
  categories: readonly string[]
  projects: readonly string[]
  /** The ranges of the parts that the user removed, which stay plain text. */
  excluded?: readonly TextRange[]
}

/** The maximum number of phrases tried as a due date, so that a long line takes linear time. */
const READS_MAX = 20

/**
 * Parses one line of text: 'Write offer fri 9am 2h p2 +Acme every 2 weeks'. The first part of each kind counts, and a
 * date with a day takes precedence over a time alone. Never throws, and takes linear time. Source: decision 046.
 */
export function parseQuickAdd(line: string, context: QuickAddContext): QuickAdd {
  const words = lineWords(line, context.excluded ?? [])
  const names = {
    categories: indexCached(context.categories),
    projects: indexCached(context.projects),
  }
  const candidates = findCandidates(words, names)
  const due = chooseDue(candidates, context)
  // 'every' before a day applies only if that day is the due date.
  const isUsable = (candidate: Candidate) =>
    candidate.kind !== 'recurrence' || !candidate.day || candidate.day.start === due?.candidate.start
  const first = <K extends Candidate['kind']>(kind: K) =>
    candidates.find(
      (candidate): candidate is Candidate & { kind: K } => candidate.kind === kind && isUsable(candidate),
    )
  const chosen: QuickPart[] = due ? [{ ...rangeOf(due.candidate), kind: 'due', value: due.value }] : []
  for (const kind of ['estimate', 'level', 'category', 'recurrence'] as const) {
    const found = first(kind)
    if (found) chosen.push({ ...rangeOf(found), kind: found.kind, value: found.value } as QuickPart)
  }
  const plan = first('plan')
  if (plan) chosen.push({ ...rangeOf(plan), kind: 'plan', value: context.today.toString() })
  const category = first('category')
  const project = first('project')
  const found = project && { ...rangeOf(project), kind: project.kind, value: project.value }
  const hasOtherCategory = category && categoryKey(category.value) !== categoryKey(CATEGORY_PROJECT)
  if (found && !hasOtherCategory) chosen.push(found)
  const parts = chosen.toSorted((a, b) => a.start - b.start)
  return { title: titleOf(line, parts), parts, unusedProject: (hasOtherCategory && found) || null }
}

/** Returns the first due date that names a day. If none does, returns the first time of day. */
function chooseDue(candidates: readonly Candidate[], { readDue, today }: QuickAddContext) {
  const phrases = candidates.filter((candidate) => candidate.kind === 'due')
  const byDay = [...phrases.filter(({ hasDay }) => hasDay), ...phrases.filter(({ hasDay }) => !hasDay)]
  for (const candidate of byDay.slice(0, READS_MAX)) {
    const value = readDue(candidate.value)
    if (value && value.slice(0, 10) >= today.toString()) return { candidate, value }
  }
  return null
}

/** Returns the text outside the ranges, with one space where a range was. */
function titleOf(line: string, ranges: readonly TextRange[]): string {
  const starts = [0, ...ranges.map(({ end }) => end)]
  return starts
    .map((start, index) => line.slice(start, ranges[index]?.start).trim())
    .filter(Boolean)
    .join(' ')
}

const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end })

/** Caches the indexes, because the lists of names don't change between keystrokes. */
const indexes = new WeakMap<readonly string[], Names>()

function indexCached(names: readonly string[]): Names {
  const known = indexes.get(names)
  if (known) return known
  const index = indexNames(names)
  indexes.set(names, index)
  return index
}
