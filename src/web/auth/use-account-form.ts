import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'

import type { User } from '#domain/account/account.ts'

import { ApiError, request } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import { HOME } from '../boot/paths.ts'
import {
  FIELDS,
  findMissing,
  type AccountErrors,
  type AccountFields,
  type AccountMode,
} from './account-fields.ts'
import { issuesOf } from './messages-by-path.ts'
import { tellSignedIn } from './session-end.ts'
import { useSignIn } from './queries.ts'

/**
 * Returns the state of the sign-in form and a function that submits it. The fields keep their text after a failure.
 * @param failureAtFirst the message the server sent with the page
 */
export function useAccountForm(mode: AccountMode, failureAtFirst: string | null = null) {
  const [fields, setFields] = useState<AccountFields>(EMPTY)
  const [errors, setErrors] = useState<AccountErrors>({})
  const [failure, setFailure] = useState<string | null>(failureAtFirst)
  const signIn = useSignIn()
  const register = useMutation({ mutationFn: createAccount })
  // Stays true after a success, while the next page loads.
  const pending = [signIn, register].some(({ isPending, isSuccess }) => isPending || isSuccess)

  const showErrors = (form: HTMLFormElement, wrong: AccountErrors) => {
    setErrors(wrong)
    const first = FIELDS.find((name) => wrong[name])
    if (first) focusField(form, first)
    return first !== undefined
  }
  const showFailure = (form: HTMLFormElement, error: unknown) => {
    if (showErrors(form, issuesOf(error))) return
    setFailure(errorText(error))
    if (error instanceof ApiError && error.code === 'wrong_credentials') focusField(form, 'password')
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setFailure(null)
    if (pending || (mode === 'sign-in' && showErrors(form, findMissing(mode, fields)))) return
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
      void fetchCheck()
      setErrors({})
      setFailure(null)
    },
  }
}

/** Checks the fields before sending them, unless the check's code fails to load. The server also checks them. */
async function createAccount(fields: AccountFields): Promise<User> {
  const wrong = (await fetchCheck())?.checkRegistration(fields) ?? {}
  const issues = Object.entries(wrong).map(([path, message]) => ({ path, message }))
  if (issues.length > 0) throw new ApiError(400, 'checked', { code: 'invalid', message: '', issues })
  return request<User>('POST', '/api/register', fields)
}

const fetchCheck = () => import('./account-check.ts').catch(() => null)

const EMPTY: AccountFields = { email: '', password: '', firstName: '', lastName: '' }

function focusField(form: HTMLFormElement, name: keyof AccountFields): void {
  const element = form.elements.namedItem(name)
  if (element instanceof HTMLElement) element.focus()
}
