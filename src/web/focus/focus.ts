import { type Claim, claimSchema } from './focus-audio.ts'

import { useStore } from '../state/store.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { openFocusGraph } from './focus-graph.ts'
import { type FocusPlayer, type FocusState, MIX_KEY, openFocusPlayer } from './focus-player.ts'
import { openMediaPanel } from './media-panel.ts'

export const focusPlayer = openPlayer()

export function useFocus(): FocusState {
  return useStore({ get: focusPlayer.current, subscribe: focusPlayer.subscribe })
}

function openPlayer(): FocusPlayer {
  const tabs = new BroadcastChannel('tenfold:focus')
  const player = openFocusPlayer({
    storage: () => localStorage,
    openGraph: openFocusGraph,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
    tell: (claim: Claim) => tabs.postMessage(claim),
    tab: newIdempotencyKey(),
    now: () => Date.now(),
    // oxlint-disable-next-line no-console -- Source: specification 8, audio failures are only logged.
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
