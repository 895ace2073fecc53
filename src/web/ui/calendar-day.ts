/** Selects the day of a calendar that Tab reaches: the selected day, else today. In a separate file, so that the calendar loads later. */
export const CALENDAR_DAY = 'td button[tabindex="0"]'
