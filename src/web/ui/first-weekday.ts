/** Newer browsers have the method, older ones the property; TypeScript has neither yet. */
type WeekInfo = { firstDay: number }
type WeekLocale = { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** Monday in ISO 8601 and most countries. */
const MONDAY = 1

/** Returns the locale's first weekday, from 1 (Monday) to 7 (Sunday); Monday if the browser has no week data. */
export function firstWeekday(locale: WeekLocale = browserLocale()): number {
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY
}

function browserLocale(): WeekLocale {
  return new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale)
}
