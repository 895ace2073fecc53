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
  // Another page may have sent them since.
  const { data: seqs = [], refetch } = useQuery({ ...LEFT_BEHIND, staleTime: 0, refetchOnWindowFocus: true })
  const count = seqs.length
  const action = (
    <>
      <a href={LOGIN} className={LINE_ACTION}>
        {words.signIn}
      </a>
      <DiscardWaiting count={count} onDiscard={() => void discard(seqs).then(() => refetch())} />
    </>
  )
  return <LineUnderHeader line={count > 0 ? { icon: LogIn, text: words.signedOut(count), action } : null} />
}

const LEFT_BEHIND = { queryKey: ['changes left behind'], queryFn: listWaiting }

async function discard(seqs: readonly number[]): Promise<void> {
  // Visitors don't load the timer's code. If it can't be loaded, the changes are discarded with their time.
  const { discardCalls } = await import('./returned-time.ts').catch(() => ({ discardCalls: removeCalls }))
  await discardCalls(await openWaitingStore(), ({ seq }) => seqs.includes(seq))
  const pages = new BroadcastChannel(OUTBOX_CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
  pages.postMessage({ is: 'changed' } satisfies News)
  pages.close()
}

async function listWaiting(): Promise<number[]> {
  try {
    return (await (await openWaitingStore()).list()).map(({ seq }) => seq)
  } catch {
    // Nothing can wait without IndexedDB.
    return []
  }
}
