import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { CanvasValues } from '../canvas/canvas-edits.ts'
import { DRAFTS_MAX, DRAFT_LENGTH_MAX } from './draft.ts'
import { NO_EDITS, editField, withoutSaved } from './edits.ts'

import { createDraftKeeper } from './draft-keeper.ts'
import { type DraftPlace, createDraftStore } from './draft-store.ts'
import { forgetDrafts } from './forget-drafts.ts'
import { moveDrafts } from './move-drafts.ts'

const ROW: CanvasValues = { clearGoals: '', notes: '', nextSteps: '' }
const PLACE: DraftPlace = { userId: 'ada', form: 'canvas', taskId: 7 }

/** A simulated browser with storage and a clock. */
let storage: MemoryStorage
let now: number
beforeEach(() => {
  storage = new MemoryStorage()
  now = 1000
})

describe('a draft', () => {
  test('is restored after a reload, and removed once there are no edits', () => {
    const before = openPage()
    before.write(before.keyOf(PLACE), notes('typed'))
    const after = openPage()
    const { chosen } = after.find(PLACE, ROW)
    expect(chosen?.edits).toEqual(notes('typed'))
    after.write(chosen?.key ?? '', NO_EDITS)
    expect(storage.length).toBe(0)
  })

  test.each<DraftPlace>([
    { ...PLACE, userId: 'eve' },
    { ...PLACE, taskId: 70 },
    { ...PLACE, taskId: null },
    { ...PLACE, form: 'edit' },
  ])('isn’t visible in %j', (other) => {
    const page = openPage()
    page.write(page.keyOf(PLACE), notes('typed'))
    expect(page.find(other, ROW)).toEqual({ chosen: null, spent: [] })
  })

  test('isn’t overwritten by another window, and each window restores its own', () => {
    const [first, second] = [openPage('tab 1'), openPage('tab 2')]
    first.write(first.keyOf(PLACE), notes('first'))
    now += 1000
    second.write(second.keyOf(PLACE), notes('second'))
    expect(openPage('tab 1').find(PLACE, ROW).chosen?.edits).toEqual(notes('first'))
    expect(openPage('tab 2').find(PLACE, ROW).chosen?.edits).toEqual(notes('second'))
    expect(openPage('tab 3').find(PLACE, ROW).chosen?.edits).toEqual(notes('second'))
  })

  test('is kept when a form that never opened gets another draft, and restored after it', () => {
    const page = openPage()
    const key = page.keyOf(PLACE)
    page.add(key, notes('first'))
    now += 1000
    page.add(key, notes('second'))
    expect(page.find(PLACE, ROW).chosen).toMatchObject({ key, edits: notes('second') })
    page.remove(key)
    expect(page.find(PLACE, ROW).chosen?.edits).toEqual(notes('first'))
  })

  test('is reported for removal if the task already contains it', () => {
    const page = openPage()
    const key = page.keyOf(PLACE)
    page.write(key, notes('saved'))
    expect(page.find(PLACE, { ...ROW, notes: 'saved' })).toEqual({ chosen: null, spent: [key] })
  })
})

test('finds the draft of a task created offline under its server id, from another tab', () => {
  const page = openPage()
  page.write(page.keyOf({ ...PLACE, taskId: -123 }), notes('typed'))
  page.write(page.keyOf(PLACE), notes('other'))
  moveDrafts('ada', -123, 8, () => storage)
  expect(openPage('tab 2').find({ ...PLACE, taskId: 8 }, ROW).chosen?.edits).toEqual(notes('typed'))
  expect(page.find({ ...PLACE, taskId: -123 }, ROW).chosen).toBeNull()
  expect(page.find(PLACE, ROW).chosen?.edits).toEqual(notes('other'))
})

describe('signing out', () => {
  test('deletes only this user’s drafts', () => {
    const page = openPage()
    const eve: DraftPlace = { ...PLACE, userId: 'eve' }
    page.write(page.keyOf(PLACE), notes('ada’s'))
    page.write(page.keyOf(eve), notes('eve’s'))
    signOut('ada')
    expect(page.find(PLACE, ROW).chosen).toBeNull()
    expect(page.find(eve, ROW).chosen?.edits).toEqual(notes('eve’s'))
  })

  test('stops other windows from storing drafts until they reload', () => {
    const second = openPage()
    now += 1000
    signOut('ada')
    expect(second.write(second.keyOf(PLACE), notes('typed on'))).toBe(false)
    now += 1000
    const later = openPage()
    expect(later.find(PLACE, ROW).chosen).toBeNull()
    expect(later.write(later.keyOf(PLACE), notes('typed'))).toBe(true)
  })
})

test('deletes drafts on sign-out even if storage is full', () => {
  const page = openPage()
  page.write(page.keyOf(PLACE), notes('typed'))
  storage.fault = 'full'
  signOut('ada')
  expect(page.find(PLACE, ROW).chosen).toBeNull()
})

describe('without free storage', () => {
  test('deletes the oldest draft', () => {
    const page = openPage()
    for (let taskId = 1; taskId <= DRAFTS_MAX + 1; taskId++) {
      now += 1000
      page.write(page.keyOf({ ...PLACE, taskId }), notes(`task ${taskId}`))
    }
    expect(storage.length).toBe(DRAFTS_MAX)
    expect(page.find({ ...PLACE, taskId: 1 }, ROW).chosen).toBeNull()
    expect(page.find({ ...PLACE, taskId: 2 }, ROW).chosen?.edits).toEqual(notes('task 2'))
  })

  test('an oversized draft lasts as long as its page, and the previous one stays stored', () => {
    const page = openPage()
    const key = page.keyOf(PLACE)
    page.write(key, notes('a start'))
    expect(page.write(key, notes('a'.repeat(DRAFT_LENGTH_MAX)))).toBe(false)
    expect(page.find(PLACE, ROW).chosen?.edits.mine.notes).toHaveLength(DRAFT_LENGTH_MAX)
    expect(openPage().find(PLACE, ROW).chosen?.edits).toEqual(notes('a start'))
  })

  test.each(['full', 'forbidden'] as const)(
    'a draft lasts as long as its page and nothing throws: %s',
    (how) => {
      const page = openPage()
      const key = page.keyOf(PLACE)
      storage.fault = how
      expect(page.write(key, notes('typed'))).toBe(false)
      expect(page.find(PLACE, ROW).chosen?.edits).toEqual(notes('typed'))
      page.remove(key)
      expect(page.find(PLACE, ROW)).toEqual({ chosen: null, spent: [] })
      signOut('ada')
    },
  )
})

describe('an open form', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('stores typed text within 300 ms, even without a pause in typing', () => {
    const { keeper, kept } = openForm()
    keeper.keep(notes('t'))
    vi.advanceTimersByTime(299)
    keeper.keep(notes('ty'))
    expect(kept()).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(kept()).toEqual(notes('ty'))
    keeper.keep(notes('typed'))
    vi.advanceTimersByTime(300)
    expect(kept()).toEqual(notes('typed'))
  })

  test('stores pending changes when the page is hidden', () => {
    const { keeper, kept } = openForm()
    keeper.keep(notes('typed'))
    keeper.flush()
    expect(kept()).toEqual(notes('typed'))
  })

  test('stores nothing after a save or a discard', () => {
    const { keeper, kept } = openForm()
    keeper.keep(notes('typed'))
    keeper.flush()
    keeper.keep(notes('typed on'))
    keeper.forget()
    vi.advanceTimersByTime(1000)
    keeper.flush()
    keeper.keepAgain()
    expect(kept()).toBeUndefined()
  })

  test('takes over the draft of a closed window', () => {
    const gone = openPage('tab 1')
    gone.write(gone.keyOf(PLACE), notes('typed'))
    const { keeper, kept } = openForm('tab 2')
    keeper.adopt(notes('typed'), gone.keyOf(PLACE))
    expect(kept()).toEqual(notes('typed'))
    expect(storage.length).toBe(1)
  })

  test('leaves the draft of a closed window in place if there is no space to copy it', () => {
    const gone = openPage('tab 1')
    gone.write(gone.keyOf(PLACE), notes('typed'))
    const { keeper } = openForm('tab 2')
    storage.fault = 'full'
    keeper.adopt(notes('typed'), gone.keyOf(PLACE))
    expect(openPage('tab 3').find(PLACE, ROW).chosen?.edits).toEqual(notes('typed'))
  })

  test('stores its draft under the id that the server gave its task', () => {
    const { keeper, page } = openForm()
    const place = { ...PLACE, taskId: 70 }
    keeper.keep(notes('typed'))
    keeper.moveTo(page.keyOf(place))
    vi.advanceTimersByTime(300)
    expect(page.find(place, ROW).chosen?.edits).toEqual(notes('typed'))
    expect(page.find(PLACE, ROW).chosen).toBeNull()
  })

  test('keeps the text if its save fails after the form was closed and reopened', () => {
    const { keeper, page, key } = openForm()
    const reopened = createDraftKeeper<CanvasValues>(page, key)
    reopened.keep(NO_EDITS)
    keeper.keepApart(notes('typed'))
    vi.advanceTimersByTime(300)
    expect(openPage().find(PLACE, ROW).chosen?.edits).toEqual(notes('typed'))
  })

  test('keeps the text of two failed saves', () => {
    const { keeper, page, key } = openForm()
    const reopened = createDraftKeeper<CanvasValues>(page, key)
    keeper.keepApart(notes('typed'))
    reopened.keepApart(editField(NO_EDITS, ROW, 'nextSteps', 'call'))
    expect(openPage().find(PLACE, ROW).chosen?.edits.mine).toEqual({ notes: 'typed', nextSteps: 'call' })
  })

  test('removes saved text if the save ends after the form was closed, and keeps newer text', () => {
    const { keeper, kept, page, key } = openForm()
    keeper.keep(notes('typed'))
    keeper.flush()
    keeper.change((edits) => withoutSaved(edits, notes('typed')))
    expect(kept()).toBeUndefined()
    const reopened = createDraftKeeper<CanvasValues>(page, key)
    reopened.keep(notes('typed on'))
    reopened.flush()
    keeper.change((edits) => withoutSaved(edits, notes('typed')))
    expect(kept()).toEqual({ mine: { notes: 'typed on' }, seen: { notes: 'typed' } })
  })

  test('stores its draft again when another window takes it over', () => {
    const { keeper, kept, key } = openForm()
    keeper.keep(notes('typed'))
    keeper.flush()
    storage.removeItem(key)
    keeper.keepAgain()
    expect(kept()).toEqual(notes('typed'))
  })
})

function openPage(tabId = 'tab') {
  return createDraftStore({ storage: () => storage, now: () => now, tabId })
}

function signOut(userId: string) {
  forgetDrafts(userId, now, () => storage)
}

function openForm(tabId = 'tab') {
  const page = openPage(tabId)
  const key = page.keyOf(PLACE)
  return {
    key,
    page,
    keeper: createDraftKeeper<CanvasValues>(page, key),
    kept: () => openPage(tabId).find(PLACE, ROW).chosen?.edits,
  }
}

function notes(text: string) {
  return editField(NO_EDITS, ROW, 'notes', text)
}

/** Browser storage that can be full or blocked. */
class MemoryStorage implements Storage {
  fault: 'full' | 'forbidden' | null = null
  readonly #items = new Map<string, string>()

  get length() {
    this.#check('forbidden')
    return this.#items.size
  }
  key(index: number) {
    this.#check('forbidden')
    return [...this.#items.keys()][index] ?? null
  }
  getItem(key: string) {
    this.#check('forbidden')
    return this.#items.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.#check('forbidden', 'full')
    this.#items.set(key, value)
  }
  removeItem(key: string) {
    this.#check('forbidden')
    this.#items.delete(key)
  }
  clear() {
    this.#items.clear()
  }
  #check(...faults: (typeof this.fault)[]) {
    if (this.fault && faults.includes(this.fault)) throw new Error(this.fault)
  }
}
