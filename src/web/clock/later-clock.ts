export { Question } from '../ui/question.tsx'
export { GapDialog } from './gap-dialog.tsx'
export { beginSaves, completeWithTime, saveTime, saveWork } from './save-work.ts'
