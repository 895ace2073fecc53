import { deferred, onUse } from '../boot/deferred.tsx'
import { StepsHead } from './steps-head.tsx'
import type { StepsState } from './steps-state.ts'

const stepsCode = onUse('first-steps/first-steps.tsx', () => import('./first-steps.tsx'))

/** Loads only while the board shows first steps or offers to remove the sample tasks. */
export const FirstSteps = deferred(stepsCode, 'FirstSteps', {
  canWait: () => true,
  whileAway: ({ state }: { state: StepsState }) => state.place === 'panel' && <StepsHead />,
})
