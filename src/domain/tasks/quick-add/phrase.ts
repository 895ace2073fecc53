import type { LineWord } from './line-words.ts'

/** Longer words aren't part of a phrase. This limit keeps the search linear. */
const WORD_LENGTH_MAX = 24
/** The maximum number of words in a phrase: 'due on Fri Nov 20 2026 at 9 pm'. */
const WORDS_MAX = 9

/** A phrase found at a word. `to` is the index after its last word. */
export type PhraseMatch = { to: number; groups: Readonly<Record<string, string | undefined>> }

/** Returns a pattern that matches whole words at the start of a string with single spaces. */
export function phrasePattern(source: string): RegExp {
  return new RegExp(`^(?:${source})(?= |$)`)
}

/** Returns the words that can form a phrase starting at an index, as one lower-case string. */
export function phraseText(
  words: readonly LineWord[],
  from: number,
  isFree: (index: number) => boolean,
): string {
  const texts: string[] = []
  for (let index = from; index < words.length && texts.length < WORDS_MAX; index++) {
    const word = words[index]
    if (!word || word.lower.length > WORD_LENGTH_MAX || !isFree(index)) break
    texts.push(word.lower)
  }
  return texts.join(' ')
}

export function matchPhrase(pattern: RegExp, text: string, from: number): PhraseMatch | null {
  const match = pattern.exec(text)
  if (!match) return null
  return { to: from + match[0].split(' ').length, groups: match.groups ?? {} }
}
