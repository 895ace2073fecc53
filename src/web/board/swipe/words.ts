export const swipeComplete = 'Complete'
