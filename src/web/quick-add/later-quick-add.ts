export { DraftMark } from './draft-mark.tsx'
export { QuickAddLine } from './quick-add-line.tsx'
export { QuickAddSheet } from './quick-add-sheet.tsx'
