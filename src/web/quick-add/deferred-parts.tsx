import { deferred, later } from '../boot/deferred.tsx'
import { giveUpQuickAdd } from './open.ts'
import { TypedAhead } from './typed-ahead.tsx'
import * as words from './words-of-row.ts'

// The line, its parser and the drafts aren't part of the first load.

const lineCode = later('quick-add/later-quick-add.ts', () => import('./later-quick-add.ts'))

const forPress = { name: words.line, onMissing: giveUpQuickAdd }

export const QuickAddLine = deferred(lineCode, 'QuickAddLine', {
  ...forPress,
  whileAway: () => (
    <TypedAhead className="rounded-lg border pl-[calc(var(--card-start)+var(--card-check,18px)+var(--check-gap,12px))]" />
  ),
})

export const QuickAddSheet = deferred(lineCode, 'QuickAddSheet', {
  ...forPress,
  isWanted: ({ open }: { open: boolean }) => open,
  whileAway: () => <TypedAhead className="fixed inset-x-0 bottom-0 z-40 rounded-t-2xl border-t px-4" />,
})

export const DraftMark = deferred(lineCode, 'DraftMark', { canWait: () => true })
