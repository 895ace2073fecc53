import { deferred, onUse } from '../boot/deferred.tsx'
import { StepsHead } from './steps-head.tsx'
import type { StepsState } from './steps-state.ts'

const stepsCode = onUse('first-steps/first-steps.tsx', () => import('./first-steps.tsx'))

/** Loads only in an account without tasks, and until its first steps are done. */
export const FirstSteps = deferred(stepsCode, 'FirstSteps', {
  canWait: () => true,
  whileAway: ({ state }: { state: StepsState }) => state.place === 'panel' && <StepsHead />,
})
