import { describe, expect, it } from 'vitest'

import { sample, sentencesOf } from './sample-sentences.mjs'

const found = (path: string, text: string) =>
  sentencesOf({ path, text }).map((sentence) => `${sentence.line} ${sentence.kind} ${sentence.text}`)

describe('the sentences of a file', () => {
  it('come from the prose of a document, without code and across line breaks', () => {
    const text =
      '# The short title\n\nOne sentence\nhere. Another sentence here.\n\n```\nnot this code\n```\n'
    expect(found('docs/a.md', text)).toEqual([
      '1 docs # The short title',
      '3 docs One sentence here.',
      '4 docs Another sentence here.',
    ])
  })

  it('ignore bold marks, and don’t end inside code', () => {
    const text = '**The bold part.** The address `/?day=today` names a day.\n'
    expect(found('docs/a.md', text)).toEqual([
      '1 docs The bold part.',
      '1 docs The address `/?day=today` names a day.',
    ])
  })

  it('are the comments, tags and strings of a script', () => {
    const text = [
      '/**',
      ' * Returns the name',
      ' * of a task.',
      ' * @param {number} id the id of the task',
      ' */',
      'const name = (id) => `The task ${id} is missing.`',
      "const className = 'flex items-center gap-2'",
    ].join('\n')
    expect(found('src/server/a.mjs', text)).toEqual([
      '2 code Returns the name of a task.',
      '4 code the id of the task',
      '6 api The task {…} is missing.',
    ])
  })

  it('are the titles and comments of a test, without its other strings', () => {
    const text =
      "// A comment about it.\nit.each([1])('adds a %i to it', () => expect('A text of it').toBe(1))"
    expect(found('src/web/a.test.ts', text)).toEqual(['1 code A comment about it.', '2 code adds a %i to it'])
  })

  it('include the titles of the groups in the title of a test', () => {
    const text = [
      "describe('a list', () => {",
      "  describe.each([1])('of %i tasks', () => {",
      "    it('has no gaps', () => undefined)",
      '  })',
      "  it('has an order', () => undefined)",
      '})',
      "test('starts with one', () => undefined)",
    ].join('\n')
    expect(found('src/web/a.test.ts', text)).toEqual([
      '3 code a list > of %i tasks > has no gaps',
      '5 code a list > has an order',
      '7 code starts with one',
    ])
  })

  it('leave out table headers, renamed columns, patterns and sample data', () => {
    const table =
      '| The name of it | The value of it |\n|---|---|\n| The first task here | Has a name here |\n| `npm run some-code` | Runs some more code |\n| 16 ms of work here | ≤ 20 ms of work |\n'
    expect(found('docs/a.md', table)).toEqual([
      '3 docs The first task here',
      '3 docs Has a name here',
      '4 docs Runs some more code',
    ])
    const texts = "// Two words as data.\nconst texts = ['User_id as userId', 'The \\\\d of some pattern']"
    expect(found('src/web/a.ts', texts)).toEqual(['1 code Two words as data.'])
    const names = "// The names of all tasks.\nconst names = ['House and garden']"
    expect(found('bench/task-words.ts', names)).toEqual(['1 code The names of all tasks.'])
  })
})

describe('a sample', () => {
  const sentences = (['docs', 'code'] as const).flatMap((kind) =>
    Array.from({ length: 50 }, (_, index) => ({ path: 'a.ts', line: index + 1, kind, text: 'A sentence.' })),
  )

  it('is the same for the same seed and different for a different seed', () => {
    expect(sample(sentences, 1, 10)).toEqual(sample(sentences, 1, 10))
    expect(sample(sentences, 1, 10)).not.toEqual(sample(sentences, 2, 10))
  })

  it('has the same share of each kind', () => {
    expect(sample(sentences, 1, 10).filter(({ kind }) => kind === 'docs')).toHaveLength(5)
  })
})
