/** How long an open page may take to answer another one, in ms. */
const ANSWER_MS_MAX = 500

const nameOf = (page: string) => `tenfold-page:${page}`

/** Lets other pages detect until `end` that this page is open, so that they leave its calls alone. */
export async function keepPageOpen(page: string, end: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return answerPages(page, end)
  const ended = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()))
  await new Promise<void>((resolve) => {
    void navigator.locks.request(nameOf(page), () => {
      resolve()
      return ended
    })
  })
}

/** Answers the other pages, because Web Locks don't exist on plain http. */
function answerPages(page: string, end: AbortSignal): void {
  const channel = new BroadcastChannel(nameOf(page))
  channel.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
    if (data === 'asks') channel.postMessage('answers')
  })
  end.addEventListener('abort', () => channel.close())
}

/**
 * Returns whether a page is open. Without Web Locks, a page that doesn't answer counts as closed: even if it still
 * sends its calls, the server runs them only once.
 */
export async function isPageOpen(page: string): Promise<boolean> {
  if ('locks' in navigator) {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === nameOf(page))
  }
  const channel = new BroadcastChannel(nameOf(page))
  const isOpen = await new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }) => data === 'answers' && resolve(true))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target origin.
    channel.postMessage('asks')
    setTimeout(() => resolve(false), ANSWER_MS_MAX)
  })
  channel.close()
  return isOpen
}
