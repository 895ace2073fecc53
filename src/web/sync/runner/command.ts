import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { Author } from '#domain/command.ts'

import type { Failure } from '../../toasts/toast.ts'
import type { ToastContent } from '../../ui/toast.tsx'
import type { Answer, Method } from '../api.ts'

/** When and where a call was made: an ISO 8601 UTC instant and an IANA time zone. */
export type Present = Pick<Author, 'now' | 'zone'>

/** A request that carries out a command, without the headers that the runner adds. */
export type CommandRequest = { method: Exclude<Method, 'GET' | 'HEAD'>; path: string; body?: unknown }

/** How a call changes one cached query until the response arrives. */
export type Overlay<Input, Data> = {
  queryKey: QueryKey
  /** Returns the changed data. Throws if the rules reject the change, so that it isn't shown. */
  apply: (data: Data, input: Input, present: Present, key: string) => Data
}

export type CallOptions = {
  /** The Idempotency-Key, new by default. */
  key?: string
  /** The version the user saw. If the task has since changed, the call fails and the caller resolves the conflict. */
  seen?: number
  /** Whether the call may have succeeded before with this key, so that only the server can reject it. */
  isRepeat?: boolean
  /** False if the caller needs the response, so that the call fails when the server can't be reached. */
  canWait?: boolean
  /** Whether the call is an action of the user, so that undo can discard it while it waits. */
  isAction?: boolean
  /** The call is sent once this resolves. If the promise rejects, the call fails with the same error. */
  after?: Promise<unknown> | undefined
  /** Receives the headers of the response, with the command and the input that were sent. */
  onAnswer?: (answered: unknown) => unknown
  /** Runs when the call is stored in the outbox and waits to be sent. */
  onWaiting?: () => void
}

/** Runs a command without its own toast and undo. Throws the error of the call. */
export type RunQuietly = <Input, Result, Body, Before, Data>(
  command: ClientCommand<Input, Result, Body, Before, Data>,
  input: Input,
  options?: CallOptions,
) => Promise<Result>

export type ClientCommand<Input, Result, Body, Before, Data> = {
  name: `${string}.${string}`
  /** Calls that share a scope are sent one after the other, in the order they were made. */
  scopes: (input: Input) => readonly string[]
  request: (input: Input) => CommandRequest
  overlay?: Overlay<Input, Data>
  /** Returns a function that receives the error if the call fails. */
  onStart?: (input: Input) => (error: unknown) => void
  /** Returns the version to send. Throws if the cache already shows that the server would reject version `seen`. */
  versionToSend?: (client: QueryClient, input: Input, seen: number) => number
  /** Captures the state before the change, for `inverse`. */
  remember?: (client: QueryClient, input: Input) => Before
  /** Writes the response into the cache, in the step that removes the overlay. */
  settle: (client: QueryClient, answer: Answer<Body>, input: Input) => Result | Promise<Result>
  afterwards?: (client: QueryClient, hasFailed: boolean) => void
  /** Returns a function that undoes the call; null if it can't be undone. */
  inverse?: (
    client: QueryClient,
    input: Input,
    before: Before,
    result: Result,
  ) => ((run: RunQuietly) => Promise<void>) | null
  /** Returns the input for redo, by default the original. `defineClientCommand` checks the type. */
  again?: (input: Input) => unknown
  /** Redoes the call in a way other than sending it again. */
  redo?: (run: RunQuietly, result: Result, input: Input) => Promise<Result>
  /** Returns the ids of tasks that undo deletes, so that redo of later changes finds the tasks that redo creates. */
  created?: (result: Result) => readonly number[]
  /** `isAgain` is true after a redo. */
  success?: (result: Result, input: Input, isAgain: boolean) => ToastContent
  /** Returns the text of the toast after a failure. */
  failure: (error: unknown, input: Input) => Failure
}

/** Returns the command unchanged, with types inferred from its functions. */
export function defineClientCommand<Input, Result = void, Body = unknown, Before = void, Data = never>(
  command: ClientCommand<Input, Result, Body, Before, Data> & { again?: (input: Input) => Input },
): ClientCommand<Input, Result, Body, Before, Data> {
  return command
}
