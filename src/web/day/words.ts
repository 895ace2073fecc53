// Interface text for the day's plan. Source: design, 'Today'.

export const plannedForToday = { title: 'Planned for today.', text: '' }
export const notPlanned = { title: 'No longer planned.', text: '' }

/** Shown on the card of a task planned for today. */
export const planned = 'Planned'

export const plan = 'Plan for today'
export const unplan = 'Remove from today'
