import type { UseMutationResult } from '@tanstack/react-query'
import { type ChangeEvent, type SyntheticEvent, useState } from 'react'

import { issuesOf } from '../auth/messages-by-path.ts'
import { formErrorText } from '../sync/error-text.ts'
import { watchUser } from '../ui/focus-view.ts'
import { showErrors } from '../ui/use-error-focus.ts'

type Call<Fields, Result> = Omit<UseMutationResult<Result, Error, Fields>, 'reset'> & { reset: () => void }

/**
 * The state of a form in an account dialog. Submitting it checks the fields and sends them. An error focuses the first
 * invalid field, unless the user has moved on.
 * @param check returns the errors by field
 */
export function useAccountForm<Fields extends Record<string, string>, Result>(
  empty: Fields,
  check: (fields: Fields) => Partial<Record<keyof Fields, string>>,
  { mutate, isPending, isSuccess, error, reset }: Call<Fields, Result>,
  onSuccess: (result: Result) => void,
) {
  const [fields, setFields] = useState(empty)
  const [faults, setFaults] = useState<ReturnType<typeof check>>({})
  const type = (typed: Partial<Fields>) => {
    setFields({ ...fields, ...typed })
    setFaults({})
    reset()
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || isSuccess) return
    const form = event.currentTarget
    const found = check(fields)
    if (Object.keys(found).length > 0) return showErrors(form, () => setFaults(found))
    const isBusy = watchUser()
    mutate(fields, { onError: () => isBusy() || showErrors(form, () => setFaults({})), onSuccess })
  }
  const errors: typeof faults = { ...issuesOf(error), ...faults }
  /** Returns the props of a field's control. */
  const field = (name: keyof Fields & string) => ({
    error: errors[name],
    value: fields[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      type({ [name]: target.value } as Partial<Fields>),
  })
  return { fields, type, field, submit, failure: formErrorText(error), isPending: isPending || isSuccess }
}
