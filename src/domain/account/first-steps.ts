/** The first steps that an empty account is offered, in order. */
export const FIRST_STEPS = ['task', 'samples', 'template', 'preset'] as const

export type FirstStep = (typeof FIRST_STEPS)[number]
