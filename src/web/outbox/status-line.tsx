import { Check, CircleArrowUp, CloudOff, LogIn, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'

import { sessionEnd } from '../auth/session-end.ts'
import { signInPart } from '../auth/words.ts'
import { deferred, onUse } from '../boot/deferred.tsx'
import { untilReleased } from '../boot/until-released.ts'
import { useStore } from '../state/store.ts'
import { type Outage, connection } from '../sync/connection.ts'
import { name as versionsName } from '../conflicts/words.ts'
import { focusView } from '../ui/focus-view.ts'
import { decidedSeq, listIsOpen } from '../sync/runner/waiting-list-store.ts'
import { UpdateActions, useUpdate } from '../updates/update-actions.tsx'
import { DiscardWaiting } from './discard-waiting.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { LINE_ACTION, type Line, LineUnderHeader } from './line.tsx'
import type { OutboxState } from './outbox-state.ts'
import { resume } from './session.ts'
import { currentOutbox } from './start.ts'
import { useOutboxState } from './use-outbox.ts'
import { WaitingButton } from './waiting-button.tsx'
import * as words from './words.ts'

const conflictCode = onUse('outbox/waiting-conflict.tsx', () => import('./waiting-conflict.tsx'))

const WaitingConflict = deferred(conflictCode, 'WaitingConflict', {
  name: versionsName,
  isWanted: ({ entry }) => entry !== null,
  onMissing: ({ onClose }) => onClose(),
})

const signInCode = onUse('outbox/sign-in-again.tsx', () => import('./sign-in-again.tsx'))

const SignInAgain = deferred(signInCode, 'SignInAgain', {
  name: signInPart,
  isWanted: ({ open }) => open,
  onMissing: ({ onClose }) => onClose(),
})

/** How long the line shows that everything is saved, in ms. */
const SAVED_MS = 2000

/** Shows the most urgent state in one line under the header, such as signed out, offline, rejected or saved. */
export function StatusLine() {
  const outage = useStore(connection)
  const state = useOutboxState()
  const isSaved = useJustSaved(state, outage !== null)
  const isEmpty = state.entries.length === 0
  // Otherwise the list would open by itself at the next change. The list has disappeared, and the focus with it.
  useLayoutEffect(() => {
    if (!isEmpty || !listIsOpen.get()) return
    listIsOpen.set(false)
    const main = document.querySelector('main')
    if (main && document.activeElement === document.body) focusView(main)
  }, [isEmpty])
  const [hidesOthers, setHidesOthers] = useState(false)
  const actions = (
    <>
      <DiscardWaiting count={state.others} onDiscard={() => void currentOutbox.get()?.discardOthers()} />
      <button type="button" className={LINE_ACTION} onClick={() => setHidesOthers(true)}>
        {words.hide}
      </button>
    </>
  )
  const update = useUpdateLine()
  const session = useStore(sessionEnd)
  const seq = useStore(decidedSeq)
  const decided = state.entries.find((entry) => entry.seq === seq && entry.rejection) ?? null
  const line =
    lineOfSignedOut(session !== null, state) ??
    lineOf(outage, state, isSaved, update) ??
    (hidesOthers ? null : lineOfOthers(state, actions))
  return (
    <>
      <LineUnderHeader line={line} ref={makeRoom} />
      <LeaveQuestion />
      <SignInAgain open={session === 'asks'} onClose={() => sessionEnd.set('put off')} onSignedIn={resume} />
      <WaitingConflict entry={decided} onClose={() => decidedSeq.set(null)} />
    </>
  )
}

function lineOfSignedOut(hasEnded: boolean, { entries, lock }: OutboxState): Line | null {
  const waiting = entries.filter((one) => one.state === 'waiting').length
  if (!hasEnded && (waiting === 0 || lock === null)) return null
  const action = (
    <button type="button" className={LINE_ACTION} onClick={() => sessionEnd.set('asks')}>
      {words.signIn}
    </button>
  )
  return { icon: LogIn, text: waiting > 0 ? words.signedOut(waiting) : words.signedOutTyping, action }
}

function lineOf(
  outage: Outage | null,
  state: OutboxState,
  isSaved: boolean,
  update: UpdateLine | null,
): Line | null {
  const { entries, isSending } = state
  const waiting = entries.filter((one) => one.state === 'waiting').length
  const rejected = entries.length - waiting
  const list = <WaitingButton entries={entries} className={LINE_ACTION} />
  if (update?.isUrgent) return update
  const shown = entries.length > 0 && list
  if (outage === 'offline') return { icon: CloudOff, text: words.offline(waiting), action: shown }
  if (outage) return { icon: CloudOff, text: words.unavailable(waiting), action: shown }
  if (waiting > 0 && isSending) return { icon: RefreshCw, text: words.sending(waiting), action: list }
  if (waiting > 0) return { icon: CloudOff, text: words.waitingNow(waiting), action: list }
  if (rejected > 0) return { icon: TriangleAlert, text: words.rejected(rejected), action: list }
  if (update) return update
  return isSaved ? { icon: Check, text: words.saved } : null
}

function lineOfOthers({ others }: OutboxState, action: ReactNode): Line | null {
  return others > 0 ? { icon: LogIn, text: words.otherAccount(others), action } : null
}

type UpdateLine = Line & { isUrgent: boolean }

/** Returns the line about a server with another version; urgent if it is older or rejects this page's calls. */
function useUpdateLine(): UpdateLine | null {
  const found = useUpdate()
  if (!found) return null
  const action = <UpdateActions className={LINE_ACTION} laterClassName="hover:text-fg touch:min-h-6" />
  return { icon: CircleArrowUp, text: found.text, action, isUrgent: found.update !== 'ready' }
}

/** Returns whether the last waiting call was just sent. Turns false once the line has said so for two seconds. */
function useJustSaved({ entries, answered }: OutboxState, isCutOff: boolean): boolean {
  const count = entries.length
  const [last, setLast] = useState({ count, answered, isSaved: false })
  // The last call may have been discarded instead.
  if (last.count !== count) setLast({ count, answered, isSaved: count === 0 && answered > last.answered })
  useEffect(() => {
    if (!last.isSaved || isCutOff) return
    const timer = setTimeout(() => setLast({ ...last, isSaved: false }), SAVED_MS)
    return () => clearTimeout(timer)
  }, [last, isCutOff])
  return last.isSaved
}

/** Makes room for the line once nothing is pressed, and scrolls by that amount, so that nothing on the page moves. */
function makeRoom(): () => void {
  let isOver = false
  void untilReleased().then(() => isOver || toggleRoom(true))
  return () => {
    isOver = true
    void untilReleased().then(() => toggleRoom(false))
  }
}

function toggleRoom(hasLine: boolean): void {
  const { classList } = document.documentElement
  if (classList.contains('is-cut-off') === hasLine) return
  const page = document.querySelector('main > *')
  const top = () => page?.getBoundingClientRect().top ?? 0
  const before = top()
  classList.toggle('is-cut-off', hasLine)
  scrollBy({ top: top() - before, behavior: 'instant' })
}
