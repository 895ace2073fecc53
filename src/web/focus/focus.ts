import { useSyncExternalStore } from 'react'

import { type Claim, claimSchema } from '#domain/focus-audio.ts'

import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { openFocusGraph } from './focus-graph.ts'
import { type FocusPlayer, type FocusState, MIX_KEY, openFocusPlayer } from './focus-player.ts'
import { openMediaPanel } from './media-panel.ts'

/** The one player of this page. */
export const focusPlayer = openPlayer()

/** The mix and whether it plays, drawn anew with each change. */
export function useFocus(): FocusState {
  return useSyncExternalStore(focusPlayer.subscribe, focusPlayer.current)
}

function openPlayer(): FocusPlayer {
  const tabs = new BroadcastChannel('tenfold:focus')
  const player = openFocusPlayer({
    storage: () => localStorage,
    openGraph: openFocusGraph,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
    tell: (claim: Claim) => tabs.postMessage(claim),
    tab: newIdempotencyKey(),
    now: () => Date.now(),
    // oxlint-disable-next-line no-console -- Source: specification 8, failures of audio are only logged.
    warn: (message, cause) => console.warn(message, cause),
  })
  tabs.addEventListener('message', ({ data }) => {
    const { data: claim } = claimSchema.safeParse(data)
    if (claim) player.hearClaim(claim)
  })
  addEventListener('storage', ({ key }) => {
    if (key === MIX_KEY) player.reload()
  })
  openMediaPanel(player)
  return player
}
