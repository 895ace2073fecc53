import { expect, test } from 'vitest'

import { pressedDigit, pressedKey } from './pressed-key.ts'

test.each([
  ['Cyrillic', 'с', 'KeyC', 'c'],
  ['Cyrillic with Shift', 'Т', 'KeyN', 'n'],
  ['Cyrillic', 'й', 'KeyQ', 'q'],
  ['Ukrainian', 'і', 'KeyS', 's'],
  ['Greek', 'ψ', 'KeyC', 'c'],
  ['Greek', ';', 'KeyQ', 'q'],
  ['Hebrew', 'ב', 'KeyC', 'c'],
  ['Hebrew', '/', 'KeyQ', 'q'],
  ['Hebrew', "'", 'KeyW', 'w'],
  ['Arabic', 'ؤ', 'KeyC', 'c'],
  ['Arabic, two letters on one key', 'لا', 'KeyB', 'b'],
  ['Thai', 'แ', 'KeyC', 'c'],
  ['Korean', 'ㅊ', 'KeyC', 'c'],
  ['Armenian', 'ց', 'KeyC', 'c'],
  ['Arabic digits', '٣', 'Digit3', '3'],
  ['Persian digits of the number pad', '۳', 'Numpad3', '3'],
])('reads %s %j at %s as %j', (_layout, key, code, expected) => {
  expect(pressedKey({ key, code })).toBe(expected)
})

test.each([
  ['Dvorak', 'c', 'KeyI', 'c'],
  ['Dvorak', ';', 'KeyZ', ';'],
  ['Dvorak', "'", 'KeyQ', "'"],
  ['Dvorak', ',', 'KeyW', ','],
  ['AZERTY', 'a', 'KeyQ', 'a'],
  ['AZERTY', 'é', 'Digit2', 'é'],
  ['QWERTZ', 'Z', 'KeyY', 'z'],
  ['QWERTZ', '/', 'Digit7', '/'],
  ['Turkish', 'ı', 'KeyI', 'ı'],
  ['Turkish F', 'ğ', 'KeyE', 'ğ'],
  ['Cyrillic', '?', 'Digit7', '?'],
  ['any', 'Enter', 'Enter', 'enter'],
  ['any', 'Dead', 'Quote', 'dead'],
  ['a screen keyboard', 'Unidentified', '', 'unidentified'],
  ['speech input', 'c', '', 'c'],
])('keeps the key that %s types: %j at %s is %j', (_layout, key, code, expected) => {
  expect(pressedKey({ key, code })).toBe(expected)
})

test('returns no key for an event without a key', () => {
  expect(pressedKey({})).toBe('')
  expect(pressedDigit({})).toBeNull()
})

test.each([
  ['&', 'Digit1', '1'],
  ['à', 'Digit0', '0'],
  ['٣', 'Digit3', '3'],
  ['4', 'KeyQ', '4'],
  ['7', 'Numpad7', '7'],
  ['ArrowUp', 'Numpad8', null],
  ['x', 'KeyX', null],
  ['Enter', 'NumpadEnter', null],
])('reads %j at %s as the digit %j', (key, code, expected) => {
  expect(pressedDigit({ key, code })).toBe(expected)
})
