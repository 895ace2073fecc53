import { useState, type SyntheticEvent } from 'react'

import { ApiError } from '../api.ts'
import { HOME } from '../paths.ts'
import {
  checkAccount,
  errorsByField,
  FIELDS,
  type AccountErrors,
  type AccountFields,
  type AccountMode,
} from './account-check.ts'
import { useRegister, useSignIn } from './queries.ts'

/**
 * The state of the sign-in form: what is typed, what is wrong, and sending it. What is typed outlives every failure.
 * @param failureAtFirst what the server had to say before anything was typed
 */
export function useAccountForm(mode: AccountMode, failureAtFirst: string | null = null) {
  const [fields, setFields] = useState<AccountFields>(EMPTY)
  const [errors, setErrors] = useState<AccountErrors>({})
  const [failure, setFailure] = useState<string | null>(failureAtFirst)
  const signIn = useSignIn()
  const register = useRegister()
  // Also while the next page is on its way.
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
    setFailure(failureText(error))
    if (error instanceof ApiError && error.code === 'wrong_credentials') focusField(form, 'password')
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setFailure(null)
    if (pending || showErrors(form, checkAccount(mode, fields))) return
    const outcome = {
      onSuccess: () => window.location.assign(HOME),
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
      // A password manager fills both fields at once.
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

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  if (error.status === 0) return 'The server cannot be reached. What you typed is kept; please try again.'
  if (error.code === 'wrong_credentials') return 'That e-mail and password do not match.'
  return error.serverMessage ?? error.message
}
