import { useQuery } from '@tanstack/react-query'

import type { SessionInfo } from '#domain/account/account.ts'
import { errorText, formErrorText } from '../sync/error-text.ts'
import { Button } from '../ui/button.tsx'
import { dates } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FailureNote } from '../ui/note.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { describeBrowser } from './describe-browser.ts'
import { sessionsQuery, useEndSession } from './queries.ts'
import * as words from './words.ts'

export function SessionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: sessions, error, refetch } = useQuery({ ...sessionsQuery, enabled: open })
  const end = useEndSession()
  const failure = formErrorText(end.error)
  const others = sessions?.filter(({ current }) => !current) ?? []
  const close = () => {
    end.reset()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={words.sessions} width="categories">
      {/* Focuses the list instead of the close button, which would show its tooltip. */}
      <div tabIndex={-1} data-autofocus className="outline-none">
        <FailureNote message={failure} />
        {sessions ? (
          <>
            <ul aria-label={words.browsers}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
              ))}
            </ul>
            <div className="flex items-center justify-end gap-2 pt-4">
              {others.length === 0 ? (
                <p className="mr-auto text-meta text-fg-3">{words.onlyThisBrowser}</p>
              ) : (
                <Button pending={end.isPending} onClick={() => end.mutate(null)}>
                  {words.signOutOthers}
                </Button>
              )}
            </div>
          </>
        ) : error ? (
          <ErrorState title={words.sessionsNotLoaded} text={errorText(error)} onRetry={refetch} />
        ) : (
          <Loading label={words.loadingSessions}>
            <Skeleton className="h-10" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
  const browser = describeBrowser(session.userAgent)
  // The second click of a double click would sign out the next browser.
  const press = ({ detail }: { detail: number }) => detail <= 1 && onEnd()
  return (
    <li className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-2">
      <div className="min-w-0">
        <p className="truncate text-label font-medium" title={session.userAgent ?? undefined}>
          {browser}
        </p>
        <p className="text-meta text-fg-3">
          {session.current ? words.thisBrowser : words.lastUsed(dates.instant(new Date(session.lastUsedAt)))}
        </p>
      </div>
      {!session.current && (
        <Button variant="ghost" size="sm" onClick={press} aria-label={words.signOutOf(browser)}>
          {words.signOut}
        </Button>
      )}
    </li>
  )
}
