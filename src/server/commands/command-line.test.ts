import { describe, expect, test } from 'vitest'

import { tenfold } from '#tests/support/installation.ts'

import { parseCommandLine } from './command-line.ts'
import { USAGE } from './usage.ts'

test.each([
  ['backup here', { command: 'backup', folder: 'here' }],
  ['restore here', { command: 'restore', folder: 'here' }],
  ['move --to postgres://a/b', { command: 'move', to: 'postgres://a/b' }],
  ['move --to=postgres://a/b', { command: 'move', to: 'postgres://a/b' }],
  ['doctor', { command: 'doctor' }],
  ['user list', { command: 'user list' }],
  ['user add a@b', { command: 'user add', account: 'a@b' }],
  ['user reset-password a@b', { command: 'user reset-password', account: 'a@b' }],
  ['user remove a@b', { command: 'user remove', account: 'a@b', isSure: false }],
  ['user remove --yes a@b', { command: 'user remove', account: 'a@b', isSure: true }],
  ['help', { command: 'help' }],
  ['--help', { command: 'help' }],
  ['backup -h', { command: 'help' }],
])('%s', (text, line) => {
  expect(parseCommandLine(text.split(' '))).toEqual(line)
})

test.each([
  ['', 'A command is missing.'],
  ['frobnicate', 'There is no command frobnicate.'],
  ['backup', 'After backup comes a folder.'],
  ['restore', 'After restore comes a folder.'],
  ['backup one two', 'backup takes no "two".'],
  ['backup here --yes', 'backup takes no --yes.'],
  ['move', 'After move comes --to and the address of the database.'],
  ['move postgres://a/b', 'After move comes --to and the address of the database.'],
  ['move there --to postgres://a/b', 'move takes no "there".'],
  ['doctor now', 'doctor takes no "now".'],
  ['user', 'After user comes list, add, reset-password or remove.'],
  ['user find a@b', 'There is no command user find.'],
  ['user add', 'After user add comes an e-mail.'],
  ['user add a@b --yes', 'user add takes no --yes.'],
  ['user list a@b', 'user list takes no "a@b".'],
])('%j is none: %s', (text, message) => {
  expect(() => parseCommandLine(text === '' ? [] : text.split(' '))).toThrow(message)
})

test.each(['--frob', 'move --to', 'doctor --yes=1'])('%s is none either', (text) => {
  expect(() => parseCommandLine(text.split(' '))).toThrow(/option/i)
})

describe('a command line', () => {
  test('that is none ends with 2 and says what there is', async () => {
    const { code, out, err } = await tenfold(['frobnicate'], {})
    expect([code, out]).toEqual([2, []])
    expect(err).toEqual(['There is no command frobnicate.', '', USAGE])
  })

  test('that asks for help ends with 0, whatever the settings are', async () => {
    expect(await tenfold(['--help'], { env: { PORT: 'x' } })).toEqual({ code: 0, out: [USAGE], err: [] })
  })
})
