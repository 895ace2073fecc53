import { deferred } from '../deferred.tsx'

/** A card's details, which open over it. */
export const CardPopover = deferred(
  'board/card-popover.tsx',
  async () => (await import('./card-popover.tsx')).CardPopover,
)

/** The moves of one card. */
export const HandleMenu = deferred(
  'board/handle-menu.tsx',
  async () => (await import('./handle-menu.tsx')).HandleMenu,
)

/** What a waiting line opens on. */
export const WaitingCards = deferred(
  'board/waiting-cards.tsx',
  async () => (await import('./waiting-cards.tsx')).WaitingCards,
)
