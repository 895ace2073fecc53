import { type UseMutationResult, useMutation } from '@tanstack/react-query'

import { queryClient } from '../query-client.ts'
import { calls } from './calls.ts'
import type { ClientCommand } from './command.ts'
import { outbox } from './outbox.ts'
import { type RunOptions, createRunner } from './runner.ts'
import type { Undo } from './undo-stack.ts'

export const { run, runAndWait, runQuietly, undoLatest, redoLatest } = createRunner({
  client: queryClient,
  calls,
  outbox: outbox.get,
})

/** Runs a command. Resolves to its undo, or once the call waits in the outbox, so that the call after it waits there too. */
export function runForUndo<Input, Result, Body, Before, Data>(
  command: ClientCommand<Input, Result, Body, Before, Data>,
  input: Input,
  options?: RunOptions<Result>,
): Promise<Undo> {
  return new Promise((resolve, reject) => {
    const onWaiting = () => resolve(async () => undefined)
    runAndWait(command, input, { ...options, onWaiting }).then(({ undo }) => resolve(undo), reject)
  })
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
      // A call stored in the outbox resolves to null, so that its form is no longer pending.
      new Promise<{ result: Result } | null>((resolve, reject) => {
        const onWaiting = () => {
          resolve(null)
          options.onWaiting?.()
        }
        runAndWait(command, input, { ...options, onWaiting }).then(resolve, reject)
      }),
  })
  return {
    run: (input, { onSuccess, onError, onSettled, ...options } = {}) =>
      mutate({ input, options }, { onSuccess: (ran) => onSuccess?.(ran && ran.result), onError, onSettled }),
    isPending,
    isSuccess,
  }
}
