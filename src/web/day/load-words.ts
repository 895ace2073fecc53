// Interface text for the heading while the board shows only today. This text loads after the board.

import { numberText } from '../ui/numbers.ts'

export const plannedOf = (capacity: string) => `planned of ${capacity}`
export const unestimated = (count: number) => `${numberText(count)} without an estimate`
export const over = (time: string) => `${time} over`
