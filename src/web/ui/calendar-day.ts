/** Selects the day that Tab reaches: the selected day, else today. In its own file, so that the calendar loads later. */
export const CALENDAR_DAY = 'td button[tabindex="0"]'
