import { expect, test, vi } from 'vitest'

import type { DraftStore } from './draft-store.ts'
import { createDraftKeeper } from './draft-keeper.ts'

test.each([
  ['was removed', 'a', true],
  ['and all others were cleared', null, true],
  ['stays while another one was removed', 'b', false],
])('notices that the stored draft %s', (_, key, isIts) => {
  const store = { write: vi.fn<DraftStore['write']>() } as unknown as DraftStore
  expect(createDraftKeeper(store, 'a').isAt(key)).toBe(isIts)
})
