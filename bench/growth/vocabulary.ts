const VOCABULARY = 6000
const SYLLABLES = [
  'ba',
  'ren',
  'to',
  'li',
  'mar',
  'su',
  'ket',
  'o',
  'ven',
  'da',
  'pri',
  'gal',
  'the',
  'n',
  'wo',
  'fer',
]

/**
 * Returns words with the frequencies of real text: a few common ones, many rare ones (Zipf's law).
 * @param seed the same seed gives the same words
 */
export function sentence(seed: number, length: number): string {
  return Array.from({ length }, (_, index) => wordAt(seed * 97 + index * 31)).join(' ')
}

function wordAt(seed: number): string {
  const share = Math.abs(Math.sin(seed * 12.9898 + 4.1414) * 43_758.5453) % 1
  return nameOf(Math.floor(VOCABULARY ** share))
}

/** Returns the word with the given rank. Frequent words are short. */
function nameOf(rank: number): string {
  let name = ''
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? ''
  }
  return name
}
