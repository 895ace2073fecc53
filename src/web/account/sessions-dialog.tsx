import { useQuery } from '@tanstack/react-query'

import type { SessionInfo } from '#domain/account.ts'
import { formatTime, shortDay } from '#domain/due-date.ts'

import { useToday } from '../today.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Note } from '../ui/note.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { describeBrowser } from './describe-browser.ts'
import { failureOf } from './messages-by-path.ts'
import { sessionsQuery, useEndSession } from './queries.ts'

/** Shows where the user is signed in, and signs browsers out. */
export function SessionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: sessions, error, refetch } = useQuery({ ...sessionsQuery, enabled: open })
  const end = useEndSession()
  const failure = failureOf(end.error)
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <Dialog open={open} onClose={onClose} title="Where you are signed in" width="categories">
      {/* Nothing is typed here: the focus goes to the list, and not to a button that would show its tooltip. */}
      <div tabIndex={-1} data-autofocus className="outline-none">
        {failure && (
          <Note tone="danger" role="alert">
            {failure}
          </Note>
        )}
        {sessions ? (
          <>
            <ul aria-label="Browsers">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
              ))}
            </ul>
            <div className="flex items-center justify-end gap-2 pt-4">
              {others.length === 0 ? (
                <p className="mr-auto text-meta text-fg-3">You are signed in nowhere else.</p>
              ) : (
                <Button pending={end.isPending} onClick={() => end.mutate(null)}>
                  Sign out all others
                </Button>
              )}
            </div>
          </>
        ) : error ? (
          <ErrorState
            title="Your sessions could not be loaded."
            text={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label="Loading sessions...">
            <Skeleton className="h-10" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
  const today = useToday()
  const browser = describeBrowser(session.userAgent)
  return (
    <li className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-2">
      <div className="min-w-0">
        <p className="truncate text-label font-medium" title={session.userAgent ?? undefined}>
          {browser}
        </p>
        <p className="text-meta text-fg-3">
          {session.current ? 'This browser' : `Last used ${describeInstant(session.lastUsedAt, today)}`}
        </p>
      </div>
      {!session.current && (
        <Button variant="ghost" size="sm" onClick={onEnd} aria-label={`Sign out ${browser}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}

/** An instant in the viewer's own time, such as 'Nov 20 at 9:00 AM'. */
function describeInstant(instant: string, today: Temporal.PlainDate): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainDateTime()
  return `${shortDay(time, today)} at ${formatTime(time)}`
}
