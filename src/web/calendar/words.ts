export const calendar = 'the calendar'
export const calendarFor = (field: string) => `Calendar for ${field}`
export const pick = (field: string) => `Pick ${field}`
export const today = 'Today'
export const selected = 'selected'
