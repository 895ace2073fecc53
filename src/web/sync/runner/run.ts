import { type UseMutationResult, useMutation } from '@tanstack/react-query'

import { queryClient } from '../query-client.ts'
import { calls } from './calls.ts'
import type { CallOptions, ClientCommand } from './command.ts'
import { outbox } from './outbox.ts'
import { type RunOptions, createRunner } from './runner.ts'
import type { Undo } from './undo-stack.ts'

export const { run, runAndWait, runQuietly, undoLatest, redoLatest } = createRunner({
  client: queryClient,
  calls,
  outbox: outbox.get,
})

/** Runs a call. Resolves to null when the call is stored in the outbox, so that nothing has to wait for it. */
export function unlessWaiting<T, Options extends CallOptions>(
  options: Options,
  run: (options: Options) => Promise<T>,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onWaiting = () => {
      resolve(null)
      options.onWaiting?.()
    }
    run({ ...options, onWaiting }).then(resolve, reject)
  })
}

/** Runs a command. Resolves to its undo, or early if the call waits in the outbox, so that the next one also waits. */
export async function runForUndo<Input, Result, Body, Before, Data>(
  command: ClientCommand<Input, Result, Body, Before, Data>,
  input: Input,
  options: RunOptions<Result> = {},
): Promise<Undo> {
  const ran = await unlessWaiting(options, (options) => runAndWait(command, input, options))
  return ran?.undo ?? (async () => undefined)
}

/** Callbacks that run only while the component is mounted. */
type Listeners<Result> = {
  /** Also called with null when the call waits in the outbox. */
  onSuccess?: (result: Result | null) => void
  onError?: (error: Error) => void
  onSettled?: () => void
}

export function useRun<Input, Result, Body, Before, Data>(
  command: ClientCommand<Input, Result, Body, Before, Data>,
): Pick<UseMutationResult, 'isPending' | 'isSuccess'> & {
  run: (input: Input, options?: RunOptions<Result> & Listeners<Result>) => void
} {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ input, options }: { input: Input; options: RunOptions<Result> }) =>
      unlessWaiting(options, (options) => runAndWait(command, input, options)),
  })
  return {
    run: (input, { onSuccess, onError, onSettled, ...options } = {}) =>
      mutate({ input, options }, { onSuccess: (ran) => onSuccess?.(ran && ran.result), onError, onSettled }),
    isPending,
    isSuccess,
  }
}
