import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { uploads } from '../attachments/uploads.ts'
import { isSignedOutSince } from '../drafts/forget-drafts.ts'
import { forgetOnLeaving } from './forget-person.ts'

const DRAFT = 'tenfold:draft:ada:canvas:7:tab.page'
let page: EventTarget
let stored: Record<string, string>

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  stored = { [DRAFT]: 'typed' }
  const storage = {
    key: (index: number) => Object.keys(stored)[index] ?? null,
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => void (stored[key] = text),
    removeItem: (key: string) => void delete stored[key],
  }
  const length = { get: () => Object.keys(stored).length }
  vi.stubGlobal('localStorage', Object.defineProperty(storage, 'length', length))
})
/** Finishes storing the file. */
let end = () => {}
afterEach(() => {
  uploads.get().uploads.forEach(uploads.cancel)
  end()
  uploads.keepWith(null)
  vi.unstubAllGlobals()
})

const fire = (...types: string[]) => types.forEach((type) => page.dispatchEvent(new Event(type)))

function upload(): void {
  // The file is never fully stored during a test, so the upload stays in the list.
  uploads.keepWith(() => new Promise((resolve) => (end = () => resolve(true))))
  uploads.add(7, [{ name: 'plan.pdf', file: new File(['plan'], 'plan.pdf') }], {
    stored: () => {},
    canceled: () => {},
  })
}

test('signing out deletes drafts immediately', () => {
  forgetOnLeaving('ada')
  expect(stored).not.toHaveProperty(DRAFT)
})

test('signing out during an upload deletes drafts when the page closes', () => {
  upload()
  forgetOnLeaving('ada')
  fire('beforeunload')
  expect(stored).toHaveProperty(DRAFT)
  fire('pagehide')
  expect(stored).not.toHaveProperty(DRAFT)
})

test('keeps drafts if the user stays because of an upload, even after a later reload', () => {
  upload()
  forgetOnLeaving('ada')
  fire('beforeunload')
  expect(isSignedOutSince()).toBe(false)
  fire('beforeunload', 'pagehide')
  expect(stored).toHaveProperty(DRAFT)
})
