import { fetchUser } from '../auth/queries.ts'
import { type Answer, inTime } from '../sync/api.ts'
import type { OutboxState, Surroundings } from './outbox-state.ts'
import { type SendParts, sendOne } from './send-one.ts'
import type { Rejection, Waiting } from './waiting.ts'

/** The delay before each retry, in ms, by the number of failures. The last delay repeats. */
const WAITS_MS = [1000, 2000, 5000, 10_000, 30_000]
/** Jitter, so that browsers don't all reconnect at the same time after a server fails. */
const SPREAD = 0.3
/** How long to wait, in ms, while another page is still sending an older call. */
const TURN_MS = 500

type Handlers = SendParts & {
  setState: (change: Partial<OutboxState>) => void
  onAnswered: (waiting: Waiting, answer: Answer<unknown>) => Promise<void>
  onRejection: (waiting: Waiting, rejection: Rejection) => Promise<void>
  onSplit: () => Promise<void>
}

/** Creates the loop that sends waiting calls, one at a time and in order, in only one page of the browser. */
export function createSender(around: Surroundings & Handlers) {
  const { userId } = around
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let isAskedAgain = false
  let isClosed = false

  const sendIn = (ms: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void send(), ms)
  }
  const sendLater = () =>
    sendIn((WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)] ?? 0) * (1 + SPREAD * Math.random()))
  const findNext = async () => {
    if (isClosed) return
    await adopt(around)
    return findFirst(around)
  }
  const showUser = (id: string | null) => {
    if (id !== null) around.setState({ lock: id === userId ? null : id ? 'other account' : 'signed out' })
    return id
  }
  const sendAll = async () => {
    // A call that fails offline would count as sent, and four failures reject a file.
    let isReached = false
    for (let next = await findNext(); next; next = await findNext()) {
      if (next.state === 'sending') return sendIn(TURN_MS)
      const who = isReached ? userId : showUser(await whoIsSignedIn())
      if (who !== userId) return who === null ? sendLater() : undefined
      around.setState({ isSending: true })
      const end = await sendOne(around, next)
      if (end.is === 'later') return sendLater()
      // The user may have signed in again, or the connection was lost.
      if (end.is === 'signed out')
        return [userId, null].includes(showUser(await whoIsSignedIn())) ? sendLater() : undefined
      if (end.is === 'answered') await around.onAnswered(end.waiting, end.answer)
      if (end.is === 'rejected') await around.onRejection(end.waiting, end.rejection)
      if (end.is === 'split') await around.onSplit()
      failures = 0
      isReached = end.is === 'answered'
    }
  }
  const send = (): Promise<void> => {
    clearTimeout(timer)
    // A call may have arrived after the last check.
    isAskedAgain = sending !== null
    sending ??= around
      .alone(sendAll)
      // The browser failed to read or write the database.
      .catch(sendLater)
      .finally(() => {
        sending = null
        around.setState({ isSending: false })
        if (isAskedAgain) void send()
      })
    return sending
  }

  return {
    adopt: () => adopt(around),
    send,
    showUser,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Returns the first call to send; undefined if there is none. Another page may close before it has sent its calls. */
async function findFirst({ store, userId, page }: Surroundings): Promise<Waiting | undefined> {
  const own = (await store.list()).filter((one) => one.userId === userId && one.state !== 'rejected')
  return own.some((one) => one.state === 'waiting' || one.page !== page) ? own[0] : undefined
}

/** Takes over calls from pages that were closed or crashed while sending them. Those of other accounts then wait. */
async function adopt({ store, page, isPageOpen }: Surroundings): Promise<void> {
  const sending = (await store.list()).filter(({ state }) => state === 'sending')
  const others = Map.groupBy(sending, (one) => one.page)
  others.delete(page)
  for (const [other, calls] of others)
    if (!(await isPageOpen(other))) for (const { seq } of calls) await store.change(seq, { state: 'waiting' })
}

/** Returns the id of the signed-in user, '' if nobody is, and null if the server can't be reached. */
export function whoIsSignedIn(): Promise<string | null> {
  return inTime(fetchUser()).then(
    (user) => user?.id ?? '',
    () => null,
  )
}
