/** The first steps offered to a user with an empty account, in order. */
export const FIRST_STEPS = ['task', 'samples', 'template', 'preset'] as const

export type FirstStep = (typeof FIRST_STEPS)[number]
