import type { QueryClient } from '@tanstack/react-query'

import { type Failure, showError, showToast, toasts } from '../../toasts/toast.ts'
import { type Answer, type ApiError, inTime, isNotFound, requestWithHeaders } from '../api.ts'
import { errorText } from '../error-text.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { retryOnce } from '../retry-once.ts'
import * as words from '../words.ts'
import { type Call, type CallStorage, allAnswered } from './calls.ts'
import type { CallOptions, ClientCommand, RunQuietly } from './command.ts'
import type { Outbox } from './outbox.ts'
import { inOrder } from './scopes.ts'
import { type Undo, type UndoStack, createUndoStack } from './undo-stack.ts'

type Sender = { client: QueryClient; calls: CallStorage; outbox?: () => Outbox | null }

export type RunOptions<Result> = CallOptions & {
  /** Whether the caller itself reports that the row no longer exists. */
  showsMissing?: boolean
  /** The undo of an earlier call, which this call's undo also runs. The call is sent once the earlier one succeeded. */
  undoesToo?: Promise<Undo> | undefined
  /** Runs after a success, before the toast, whether or not the caller's component is still mounted. */
  onDone?: (result: Result) => void
  /** Returns the action of the toast's Show button, if the result isn't on screen. */
  show?: (result: Result) => (() => void) | undefined
}

/** What the server answered. The outbox can change or split a call before it sends it. */
type Sent<Input, Result, Body, Before, Data> = {
  command: ClientCommand<Input, Result, Body, Before, Data>
  input: Input
  headers?: Headers
}

export type Ran<Result> = { result: Result; undo: Undo }

/** Creates the runner, which runs every command, reports its result, and undoes and redoes it. */
export function createRunner(sender: Sender) {
  const { runQuietly, runWithInverse, showFailure } = createQuietRunner(sender)
  const undos = createUndoStack()
  /** The ids of tasks that an undo deleted, and those that their redo created. */
  const redoneIds = new Map<number, number>()

  async function runAndWait<Input, Result, Body, Before, Data>(
    command: ClientCommand<Input, Result, Body, Before, Data>,
    input: Input,
    { undoesToo, onDone, show, ...options }: RunOptions<Result> = {},
  ): Promise<Ran<Result>> {
    const place = undos.begin()
    let hasWaited = false
    const onWaiting = () => {
      hasWaited = true
      options.onWaiting?.()
    }
    const running = runWithInverse(command, input, { ...options, onWaiting, after: undoesToo })
    running.catch((error: unknown) => isForCaller(error, options) || showFailure(error))
    let ran = await running
    const { result, inverse } = ran
    onDone?.(result)
    const tell = (isAgain: boolean, show?: () => void) => {
      const toast = ran.command.success?.(ran.result, ran.input, isAgain)
      const undoing = undo ? { label: words.undo, run: showingFailure(undo) } : undefined
      if (toast) showToast({ ...toast, action: show ? { label: words.show, run: show } : undoing })
    }
    let made = ran.command.created?.(result) ?? []
    const redo = async () => {
      const { command, input, result } = ran
      const wanted = withRedoneIds(command.name, command.again?.(input) ?? input, redoneIds) as Input
      ran = await runWithInverse(command, wanted, {}, result)
      const now = ran.command.created?.(ran.result) ?? []
      const known = [...redoneIds, ...made.map((id) => [id, id] as const)]
      // Undo keeps a task that has changed, so redo creates fewer tasks.
      if (now.length === made.length)
        for (const [old, id] of known) redoneIds.set(old, now[made.indexOf(id)] ?? id)
      made = now
      tell(true)
      return ran.inverse ?? nothing
    }
    const undo = inverse && undos.push(inverse, redo, await undoesToo, place)
    // The status line reports changes that waited in the outbox.
    if (!hasWaited) tell(false, show?.(result))
    return { result, undo: undo ?? nothing }
  }

  const inTurn = createTurns(sender.calls)
  const showingFailure = (undo: () => Promise<unknown>) => () => void inTurn(undo).catch(showFailure)

  return {
    runAndWait,
    runQuietly,
    run: <Input, Result, Body, Before, Data>(
      command: ClientCommand<Input, Result, Body, Before, Data>,
      input: Input,
      options?: RunOptions<Result>,
    ): void => void runAndWait(command, input, options).catch(nothing),
    /** Undoes the latest change that hasn't been undone yet, even after its toast has closed. Source: decisions 4. */
    undoLatest: showingFailure(async () => {
      const shown = toasts.get()
      if (shown?.action?.label === words.undo) toasts.dismiss(shown.id)
      if (await sender.outbox?.()?.undoLatest()) return
      await runAfterPending(sender, undos, 'undoLatest')
    }),
    /** Redoes the change that was undone last. */
    redoLatest: showingFailure(() => runAfterPending(sender, undos, 'redoLatest')),
  }
}

/** Undoes or redoes the latest change. If the latest pending action fails or is discarded, does nothing. */
async function runAfterPending({ calls }: Sender, undos: UndoStack, run: 'undoLatest' | 'redoLatest') {
  const latest = calls.get().findLast(({ isAction }) => isAction)
  const before = undos.done()
  // An undo that waits isn't a change, but it can be redone.
  await allAnswered(calls, ({ isWaiting, isAction }) => run === 'redoLatest' || !isWaiting || isAction)
  if (!latest || (latest.isDone && undos.done() !== before)) await undos[run]()
}

/** Returns a function that runs undos and redos one after the other, except while a call waits in the outbox. */
function createTurns({ get, subscribe }: CallStorage) {
  let last: Promise<unknown> = Promise.resolve()
  return (run: () => Promise<unknown>) => {
    const running = last.then(run)
    last = new Promise((resolve) => {
      const endIfWaiting = () => get().some(({ isWaiting }) => isWaiting) && resolve(null)
      void running.catch(nothing).then(resolve).then(subscribe(endIfWaiting))
      endIfWaiting()
    })
    return running
  }
}

function createQuietRunner(sender: Sender) {
  const failures = new WeakMap<Error, Failure>()
  const runQuietly: RunQuietly = async (command, input, options = {}) => {
    try {
      return await send(sender, command, input, options)
    } catch (error) {
      // A call that follows a failed one fails with the same error, which the first one reports.
      if (!failures.has(error as Error)) failures.set(error as Error, command.failure(error, input))
      throw error
    }
  }
  const showFailure = (error: unknown) => showError(failures.get(error as Error) ?? errorText(error))

  async function runWithInverse<Input, Result, Body, Before, Data>(
    command: ClientCommand<Input, Result, Body, Before, Data>,
    input: Input,
    options?: CallOptions,
    done?: Result,
  ): Promise<Sent<Input, Result, Body, Before, Data> & { result: Result; inverse: Undo | null }> {
    const before = command.remember?.(sender.client, input) as Before
    const redoing = done && command.redo?.(runQuietly, done, input)
    let sent: Sent<Input, Result, Body, Before, Data> = { command, input }
    const onAnswer = (answered: unknown) => (sent = answered as typeof sent)
    const result = await (redoing ?? runQuietly(command, input, { ...options, isAction: true, onAnswer }))
    // If another device had already made this change, undo must keep it.
    const isUnchanged = sent.headers?.has('x-unchanged')
    const inverse = isUnchanged ? null : sent.command.inverse?.(sender.client, sent.input, before, result)
    return { ...sent, result, inverse: inverse ? () => inverse(runQuietly) : null }
  }

  return { runQuietly, runWithInverse, showFailure }
}

/** Sends a call: overlay, queue per scope, request with key, one retry or the outbox, response into the cache. */
async function send<Input, Result, Body, Before, Data>(
  { client, calls, outbox }: Sender,
  command: ClientCommand<Input, Result, Body, Before, Data>,
  input: Input,
  { canWait = true, isAction = false, ...options }: CallOptions,
): Promise<Result> {
  const { key = newIdempotencyKey(), seen, isRepeat, after, onWaiting, onAnswer } = options
  const present = { now: new Date().toISOString(), zone: Temporal.Now.timeZoneId() }
  const queue = canWait ? outbox?.() : null
  const call: Call = { command, input: queue ? queue.withKnownIds(input) : input, key, present, isAction }
  const { method, path, body } = command.request(call.input as Input)
  let version = seen
  const ask = () => {
    const headers = { 'Idempotency-Key': key, ...(version !== undefined && { 'If-Match': `"${version}"` }) }
    // Later changes to the same rows wait for the response.
    return inTime(requestWithHeaders<Body>(method, path, body, headers), body)
  }
  const inTurn = <T>(run: () => Promise<T>) =>
    inOrder(client, command.scopes(call.input as Input), async () => {
      await after
      if (seen !== undefined && !isRepeat)
        version = command.versionToSend?.(client, call.input as Input, seen) ?? seen
      return run()
    })
  const onFailure = command.onStart?.(input)
  try {
    calls.add(call)
    const answer = await (queue?.send(call, { seen, ask, body, inTurn, onWaiting }) ??
      inTurn(() => retryOnce(ask)))
    const sent = { command, input: call.input, ...answer }
    onAnswer?.(sent)
    const settle = (sent.command as typeof command).settle
    const result = await settle(client, answer as Answer<Body>, call.input as Input)
    call.isDone = true
    return result
  } catch (error) {
    onFailure?.(error)
    throw error
  } finally {
    calls.remove(call)
    command.afterwards?.(client, !call.isDone)
  }
}

/**
 * Returns whether the caller handles the error. A caller that passes `seen` resolves conflicts, including another tab's save
 * with the same key, and one that passes `showsMissing` reports that the row no longer exists.
 */
function isForCaller(error: unknown, { seen, showsMissing }: RunOptions<never>): boolean {
  if (showsMissing && isNotFound(error)) return true
  return seen !== undefined && ['changed', 'key_reused'].includes((error as Partial<ApiError>).code ?? '')
}

/** There is nothing to undo, and a toast has reported any failure. */
const nothing = async () => undefined

/** Returns the input of a redo, with the ids of the tasks that other redos created. */
function withRedoneIds(name: string, input: unknown, ids: ReadonlyMap<number, number>): unknown {
  if (ids.size === 0 || !name.startsWith('task.')) return input
  const replaced = (key: string, value: unknown) => {
    if (key === 'id') return ids.get(value as number) ?? value
    return key === 'dependencies' ? (value as string[]).map((id) => String(ids.get(Number(id)) ?? id)) : value
  }
  return JSON.parse(JSON.stringify(input, replaced))
}
