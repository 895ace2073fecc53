/** Selects the day that Tab reaches: the selected day, else today. Separate, so that the calendar loads later. */
export const CALENDAR_DAY = 'td button[tabindex="0"]'
