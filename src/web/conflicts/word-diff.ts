/** A piece of a string, and whether the other string lacks it. */
export type Piece = { text: string; isOwn: boolean }

/** The maximum number of word comparisons. Longer strings are marked from the first to the last difference. */
const COMPARISONS_MAX = 1_000_000

/** Splits two strings into pieces, and marks words that occur in only one of them. */
export function diffWords(a: string, b: string): { a: Piece[]; b: Piece[] } {
  const [one, other] = [a.match(WORD) ?? [], b.match(WORD) ?? []]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let end = 0
  const rest = Math.min(one.length, other.length) - start
  while (end < rest && one.at(-1 - end) === other.at(-1 - end)) end++
  const middleOf = (words: readonly string[]) => words.slice(start, words.length - end)
  const shared = sharedWords(middleOf(one), middleOf(other))
  const piecesOf = (words: readonly string[], isShared: readonly boolean[]) =>
    join(
      words.map((text, i) => ({ text, isOwn: i >= start && i < words.length - end && !isShared[i - start] })),
    )
  return { a: piecesOf(one, shared.a), b: piecesOf(other, shared.b) }
}

/** A word, flag or other character, with any spaces before it. Emoji aren't split. Source: decisions 14. */
const WORD =
  /\s*(?:[\p{L}\p{N}\p{M}_’'\u200c\u200d]+|\p{RI}{2}|[^\p{L}\p{N}\p{M}\s](?:[\p{M}\p{EMod}\u{e0020}-\u{e007f}]|\u200d\S)*|$)/gu

/** Returns which words belong to the longest common subsequence of both lists. */
function sharedWords(a: readonly string[], b: readonly string[]): { a: boolean[]; b: boolean[] } {
  const shared = { a: a.map(() => false), b: b.map(() => false) }
  if (a.length * b.length > COMPARISONS_MAX) return shared
  const width = b.length + 1
  /** The length of the longest common subsequence of the rest of `a` from word `i` and the rest of `b` from word `j`. */
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      shared.a[i++] = true
      shared.b[j++] = true
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return shared
}

function join(words: readonly Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (const word of words) {
    const last = pieces.at(-1)
    if (last && last.isOwn === word.isOwn) last.text += word.text
    else pieces.push({ ...word })
  }
  return pieces
}
