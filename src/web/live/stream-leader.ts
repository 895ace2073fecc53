import { newIdempotencyKey } from '../sync/idempotency-key.ts'

/** How often the leader announces itself, in ms. */
const ANNOUNCE_MS = 5000

/** The silence after which the other windows replace a leader, in ms. */
const SILENCE_MS_MAX = 15_000

/** A message from the leader: its latest state, a stream event, or that it has stopped leading. */
type Post<News> = { rank: string; news: News | null; isLast: boolean }

export type Windows<News> = {
  /** Makes this window the leader. Returns a signal that aborts when an earlier leader responds. */
  lead: () => AbortSignal
  /**
   * Sends news to the other windows, if this window leads.
   * @param state what a window that joins later needs to know
   */
  tell: (news: News, state: News) => void
  /** Stops leading, so that another window takes over. */
  leave: () => void
  /** Passes the leader's news to this window. Resolves when no window leads, or on abort. */
  follow: (until: AbortSignal) => Promise<void>
}

/**
 * Elects one of the user's windows in this browser. The elected window reads the stream for all, because HTTP/1.1
 * allows only six connections to one server. Web Locks could do the same, but don't exist on plain http. For a moment,
 * two windows may lead.
 * @param name the channel's name, the same for all windows
 * @param hear called with the leader's news while this window follows
 * @param end closes the channel
 */
export function joinWindows<News>(name: string, hear: (news: News) => void, end: AbortSignal): Windows<News> {
  const channel = new BroadcastChannel(name)
  const id = newIdempotencyKey()
  let own: { rank: string; lost: AbortController; state: News | null } | null = null
  let leader: { rank: string; heardAt: number } | null = null
  let onGone: (() => void) | null = null

  const post = (news: News | null, isLast = false) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
    if (own) channel.postMessage({ rank: own.rank, news, isLast } satisfies Post<News>)
  }
  const lose = () => {
    leader = null
    onGone?.()
  }
  const hearPost = ({ rank, news, isLast }: Post<News>) => {
    if (own) {
      if (isLast) return
      // Answering makes a later leader step down.
      if (rank > own.rank) return post(own.state)
      own.lost.abort()
      own = null
    } else if (!leader || rank > leader.rank) return
    if (isLast) return lose()
    leader = { rank, heardAt: Date.now() }
    if (news !== null) hear(news)
  }
  const watch = setInterval(() => {
    post(own?.state ?? null)
    if (leader && Date.now() - leader.heardAt > SILENCE_MS_MAX) lose()
  }, ANNOUNCE_MS)
  channel.addEventListener('message', ({ data }) => hearPost(data as Post<News>))

  const leave = () => {
    post(null, true)
    own = null
  }
  end.addEventListener('abort', () => {
    leave()
    clearInterval(watch)
    channel.close()
  })

  return {
    lead: () => {
      if (!own) {
        // Ranks sort by time.
        own = { rank: `${Date.now()} ${id}`, lost: new AbortController(), state: null }
        post(null)
      }
      return own.lost.signal
    },
    tell: (news, state) => {
      if (own) own.state = state
      post(news)
    },
    leave,
    follow: (until) =>
      new Promise((resolve) => {
        onGone = () => {
          until.removeEventListener('abort', lose)
          resolve()
        }
        until.addEventListener('abort', lose)
        if (!leader || until.aborted) lose()
      }),
  }
}
