import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readTexts, telltaleFaults, telltaleRows, telltaleTable, telltalesOf } from './telltales.mjs'

const PATH = 'src/web/a.ts'
const phrases = (text: string) => telltalesOf({ path: PATH, text }).map(({ phrase }) => phrase)

describe('phrases', () => {
  it.each([
    ['// It is made anew.', 'anew'],
    ['// Whoever signs out leaves nothing.', 'Whoever'],
    ['it("tells whomever asks")', 'whomever'],
    ['// A task, by whom it was changed.', 'by whom'],
    ['// Three files, of which two are new.', 'of which'],
    ['// The server shall answer.', 'shall'],
    ['// A card that stands on the board.', 'stands'],
    ['// The rest is read upon the next call.', 'upon'],
    ['// The person is told why.', 'is told'],
    ['// It tells of the change.', 'tells of'],
    ['// A file that is there already.', 'is there'],
    ['// It saves what was typed meanwhile.', 'what was typed meanwhile'],
    ['/** What is said of a row. */', 'What is'],
    ['// Done. What was kept is read.', 'What was'],
    ['const hint = "Who signs out leaves nothing."', 'Who signs'],
    ['- **What follows** is a list.', 'What follows'],
  ])('finds the phrase in %j', (text, phrase) => {
    expect(phrases(text)).toEqual([phrase])
  })

  it.each([
    'const question = "What is the goal for this session?"',
    'const question = "Who can sign in?"',
    '// It shows what is left.',
    '// Explains who can delete it.',
    '// Is there a file?',
    '// 409 stands for a conflict. A failure stands out.',
    '// Keep DATA_DIR as it is.',
    '// Three files, one of which is new.',
    '// Two rows that can be told apart.',
    '// Sent upon request.',
    '// Meanwhile, the other tab saves.',
    'const standard = standsFor',
    '## What is protected',
    '| What | Who |',
  ])('ignores ordinary English: %j', (text) => {
    expect(phrases(text)).toEqual([])
  })

  it('finds a phrase that continues on the next line of a comment', () => {
    const text = 'x\n/**\n * Files, of\n * which two are new.\n */'
    expect(telltalesOf({ path: PATH, text })).toEqual([{ path: PATH, line: 3, phrase: 'of which' }])
  })

  it('does not mistake the start of a comment line for the start of a sentence', () => {
    expect(phrases('// The form shows\n// what is left.')).toEqual([])
  })

  it('ignores exempt texts', () => {
    const text = '"Made anew." // Made anew.'
    expect(telltalesOf({ path: PATH, text }, ['"Made anew."'])).toHaveLength(1)
  })
})

describe('limits', () => {
  const sources = [
    { path: PATH, text: '// anew' },
    { path: 'README.md', text: 'Whoever asks.' },
    { path: 'docs/a.md', text: 'Plain words.' },
  ]

  it('apply to each top-level folder and to the documents in the root', () => {
    const rows = telltaleRows(sources, { 'src/web': 1, docs: 0, '*.md': 1 })
    expect(rows.map(({ found }) => found.length)).toEqual([1, 0, 1])
    expect(telltaleFaults(rows)).toEqual([])
    expect(telltaleTable(rows).split('\n').at(-1)).toMatch(/^\*\.md +1 +0 +1$/)
  })

  it('fail the check when exceeded, with the file, line and phrase of each finding', () => {
    expect(telltaleFaults(telltaleRows(sources, { '*.md': 0 }))).toEqual([
      '*.md: 1 telltale phrases, at most 0',
      '  README.md:1: Whoever',
    ])
  })

  it('fail the check when a folder meets its target but still has a higher limit', () => {
    expect(telltaleFaults(telltaleRows(sources, { docs: 1 }))).toEqual([
      'docs: target reached. Set its limit to 0 in scripts/telltales.mjs.',
    ])
  })
})

it('reads the texts of the project, but not those of installed packages', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tenfold-texts-'))
  const folders = ['src', 'bench/pages/node_modules/decimal.js', 'scripts', 'tests', 'docs']
  for (const name of folders) await mkdir(join(folder.path, name), { recursive: true })
  for (const name of ['README.md', 'src/main.ts', 'bench/pages/node_modules/decimal.js/decimal.js'])
    await writeFile(join(folder.path, name), '// A comment.')
  const texts = await readTexts(folder.path)
  expect(texts.map(({ path }) => path)).toEqual(['README.md', 'src/main.ts'])
})
