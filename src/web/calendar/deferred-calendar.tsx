import { deferred, later } from '../boot/deferred.tsx'
import { calendar } from './words.ts'

const code = later('calendar/calendar.tsx', () => import('./calendar.tsx'))

/** The calendar, which isn't part of the first load. Says so in its place if it can't be loaded. */
export const DeferredCalendar = deferred(code, 'Calendar', {
  name: calendar,
  whileAway: () => <div className="h-62 w-67" />,
  whenMissing: ({ title, text }) => (
    <p role="alert" className="w-67 p-4 text-meta text-fg-2">
      {title} {text}
    </p>
  ),
})
