import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'

import { LOGIN } from '../boot/paths.ts'
import { openWaitingStore } from './database.ts'
import { DiscardWaiting } from './discard-waiting.tsx'
import { LINE_ACTION, LineUnderHeader } from './line.tsx'
import type { News } from './outbox-state.ts'
import { OUTBOX_CHANNEL, removeCalls } from './waiting.ts'
import * as words from './words.ts'

/** Shows on the signed-out page how many changes are waiting in this browser. */
export function LeftBehind() {
  const { data: count = 0, refetch } = useQuery({ queryKey: ['changes left behind'], queryFn: countWaiting })
  const action = (
    <>
      <a href={LOGIN} className={LINE_ACTION}>
        {words.signIn}
      </a>
      <DiscardWaiting count={count} onDiscard={() => void discardAll().then(() => refetch())} />
    </>
  )
  return <LineUnderHeader line={count > 0 ? { icon: LogIn, text: words.signedOut(count), action } : null} />
}

async function discardAll(): Promise<void> {
  // Visitors don't load the timer's code. If it can't be loaded, the changes are discarded with their time.
  const { discardCalls } = await import('./returned-time.ts').catch(() => ({ discardCalls: removeCalls }))
  await discardCalls(await openWaitingStore(), () => true)
  const pages = new BroadcastChannel(OUTBOX_CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
  pages.postMessage({ is: 'changed' } satisfies News)
  pages.close()
}

async function countWaiting(): Promise<number> {
  try {
    return (await (await openWaitingStore()).list()).length
  } catch {
    // Nothing can wait without IndexedDB.
    return 0
  }
}
