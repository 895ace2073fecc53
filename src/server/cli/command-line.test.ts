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
  ['', 'Name a command.'],
  ['frobnicate', 'Unknown command: frobnicate.'],
  ['backup', 'backup needs a folder.'],
  ['restore', 'restore needs a folder.'],
  ['backup one two', 'backup doesn’t accept "two".'],
  ['backup here --yes', 'backup doesn’t accept --yes.'],
  ['move', 'move needs --to and the address of the PostgreSQL database.'],
  ['move postgres://a/b', 'move needs --to and the address of the PostgreSQL database.'],
  ['move there --to postgres://a/b', 'move doesn’t accept anything but --to and one address.'],
  ['move --to postgres://a/b secret', 'move doesn’t accept anything but --to and one address.'],
  ['doctor now', 'doctor doesn’t accept "now".'],
  ['user', 'Specify a user command: list, add, reset-password or remove.'],
  ['user find a@b', 'Unknown command: user find.'],
  ['user add', 'user add needs an email.'],
  ['user add a@b --yes', 'user add doesn’t accept --yes.'],
  ['user list a@b', 'user list doesn’t accept "a@b".'],
])('rejects %j: %s', (text, message) => {
  expect(() => parseCommandLine(text === '' ? [] : text.split(' '))).toThrow(message)
})

test.each(['--frob', 'move --to', 'doctor --yes=1'])('rejects %s', (text) => {
  expect(() => parseCommandLine(text.split(' '))).toThrow(/option/i)
})

describe('a command line', () => {
  test('that is invalid exits with 2 and prints the usage', async () => {
    const { code, out, err } = await tenfold(['frobnicate'], {})
    expect([code, out]).toEqual([2, []])
    expect(err).toEqual(['Unknown command: frobnicate.', '', USAGE])
  })

  test('that asks for help exits with 0, regardless of the settings', async () => {
    expect(await tenfold(['--help'], { env: { PORT: 'x' } })).toEqual({ code: 0, out: [USAGE], err: [] })
  })
})
