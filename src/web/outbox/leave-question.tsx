import { useState } from 'react'

import { forgetOnLeaving } from '../account/forget-person.ts'
import { useUserId } from '../auth/queries.ts'
import { LOGOUT } from '../boot/paths.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Question } from '../ui/question.tsx'
import { currentOutbox, leaveIsAsked } from './start.ts'
import { useOutboxState } from './use-outbox.ts'
import * as words from './words.ts'

/** A question before signing out: whether to send unsent changes, keep them for this account, or discard them. */
export function LeaveQuestion() {
  const isOpen = useStore(leaveIsAsked)
  const { entries } = useOutboxState()
  const userId = useUserId() ?? ''
  const [isSending, setIsSending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const close = () => {
    leaveIsAsked.set(false)
    setHasFailed(false)
  }
  // The question stays open, because closing it goes back in the history and would cancel the navigation.
  const leave = () => {
    forgetOnLeaving(userId)
    window.location.assign(LOGOUT)
  }
  const sendNow = async () => {
    setIsSending(true)
    await currentOutbox.get()?.retry()
    setIsSending(false)
    if (!leaveIsAsked.get()) return
    if (currentOutbox.get()?.state.get().entries.length === 0) leave()
    else setHasFailed(true)
  }
  const discardAll = async () => {
    await currentOutbox.get()?.discardAll()
    leave()
  }
  return (
    <Question
      open={isOpen}
      onEscape={close}
      title={words.leaveTitle}
      text={hasFailed ? words.notSent : words.leaveText(entries.length)}
    >
      <Button data-keep onClick={close}>
        {words.cancel}
      </Button>
      <Button variant="danger" onClick={() => void discardAll()}>
        {words.discardAll}
      </Button>
      <Button onClick={leave}>{words.keepHere}</Button>
      <Button variant="primary" pending={isSending} onClick={() => void sendNow()}>
        {words.sendNow}
      </Button>
    </Question>
  )
}
