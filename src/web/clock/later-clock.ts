export { GapDialog } from './gap-dialog.tsx'
export { ResetQuestion } from './reset-question.tsx'
export { beginSaves, completeWithTime, saveTime, saveWork } from './save-work.ts'
