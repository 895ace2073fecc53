import { PROJECT_NAME_LENGTH_MAX } from '../../limits.ts'
import { codePoints, nameKey } from '../../text.ts'
import type { LineWord } from './line-words.ts'

/** Longer names are found only by their first words. */
const NAME_WORDS_MAX = 12

/** Known names by their folded form, and the maximum number of words in a name. */
export type Names = { byKey: ReadonlyMap<string, string>; wordsMax: number }

/** A name in a line. `to` is the index after its last word. */
export type NameMatch = { to: number; name: string }

/** Returns an index of names for `findName`. If names differ only in case, the first is used. */
export function indexNames(names: readonly string[]): Names {
  const byKey = new Map<string, string>()
  let wordsMax = 1
  for (const name of names) {
    const key = nameKey(name)
    if (!byKey.has(key)) byKey.set(key, name)
    wordsMax = Math.max(wordsMax, key.split(' ').length)
  }
  return { byKey, wordsMax: Math.min(wordsMax, NAME_WORDS_MAX) }
}

/** Returns the longest known name after the sign that begins the word at `from`, or null. */
export function findName(
  { byKey, wordsMax }: Names,
  words: readonly LineWord[],
  from: number,
  isFree: (index: number) => boolean,
): NameMatch | null {
  const typed: string[] = []
  let longest: NameMatch | null = null
  for (let index = from; index < from + wordsMax && index < words.length && isFree(index); index++) {
    typed.push(words[index]?.typed ?? '')
    const name = byKey.get(nameKey(typed.join(' ').slice(1)))
    if (name !== undefined) longest = { to: index + 1, name }
  }
  return longest
}

/** Returns the one-word name of a new project, or null. Names begin with a letter, so '+1' and '+49' aren't names. */
export function newProjectName(word: string): string | null {
  const name = word.slice(1)
  return /^\p{L}[\p{L}\p{M}\p{N}&'’_-]*$/u.test(name) && codePoints(name) <= PROJECT_NAME_LENGTH_MAX
    ? name
    : null
}
