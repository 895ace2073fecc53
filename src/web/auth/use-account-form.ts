import { useState, type SyntheticEvent } from 'react'

import type { User } from '#domain/account/account.ts'

import { ApiError } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import { HOME } from '../boot/paths.ts'
import {
  checkAccount,
  errorsByField,
  FIELDS,
  type AccountErrors,
  type AccountFields,
  type AccountMode,
} from './account-check.ts'
import { tellSignedIn } from './session-end.ts'
import { useRegister, useSignIn } from './queries.ts'

/**
 * Returns the state of the sign-in form and a function that submits it. The fields keep their text after a failure.
 * @param failureAtFirst the message the server sent with the page
 */
export function useAccountForm(mode: AccountMode, failureAtFirst: string | null = null) {
  const [fields, setFields] = useState<AccountFields>(EMPTY)
  const [errors, setErrors] = useState<AccountErrors>({})
  const [failure, setFailure] = useState<string | null>(failureAtFirst)
  const signIn = useSignIn()
  const register = useRegister()
  // Stays true after a success, while the next page loads.
  const pending = [signIn, register].some(({ isPending, isSuccess }) => isPending || isSuccess)

  const showErrors = (form: HTMLFormElement, wrong: AccountErrors) => {
    setErrors(wrong)
    const first = FIELDS.find((name) => wrong[name])
    if (first) focusField(form, first)
    return first !== undefined
  }
  const showFailure = (form: HTMLFormElement, error: unknown) => {
    const wrong = error instanceof ApiError ? errorsByField(error.body?.issues ?? []) : {}
    if (showErrors(form, wrong)) return
    setFailure(errorText(error))
    if (error instanceof ApiError && error.code === 'wrong_credentials') focusField(form, 'password')
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setFailure(null)
    if (pending || showErrors(form, checkAccount(mode, fields))) return
    const outcome = {
      onSuccess: ({ id }: User) => {
        tellSignedIn(id)
        window.location.assign(HOME)
      },
      onError: (error: unknown) => showFailure(form, error),
    }
    if (mode === 'sign-in') signIn.mutate({ email: fields.email, password: fields.password }, outcome)
    else register.mutate(fields, outcome)
  }
  return {
    fields,
    errors,
    failure,
    submit,
    pending,
    type: (name: keyof AccountFields, text: string) => {
      // A password manager fills both fields in one step.
      setFields((before) => ({ ...before, [name]: text }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
    forgetErrors: () => {
      setErrors({})
      setFailure(null)
    },
  }
}

const EMPTY: AccountFields = { email: '', password: '', firstName: '', lastName: '' }

function focusField(form: HTMLFormElement, name: keyof AccountFields): void {
  const element = form.elements.namedItem(name)
  if (element instanceof HTMLElement) element.focus()
}
