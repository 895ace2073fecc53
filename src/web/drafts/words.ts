export const restored = 'Draft restored.'
export const discard = 'Discard'
