import { registrationSchema } from '#domain/account/account.ts'

import * as words from './words.ts'

export type AccountMode = 'sign-in' | 'create'

export type AccountFields = { email: string; password: string; firstName: string; lastName: string }

export type AccountErrors = Partial<Record<keyof AccountFields, string>>

/** Returns the error of each field, checked before sending. Signing in only requires that no field is empty. */
export function checkAccount(mode: AccountMode, fields: AccountFields): AccountErrors {
  const errors: AccountErrors = {}
  if (!fields.email.trim()) errors.email = words.emailMissing
  if (!fields.password)
    errors.password = mode === 'sign-in' ? words.passwordMissing : words.newPasswordMissing
  if (mode === 'sign-in') return errors
  const checked = registrationSchema.safeParse(fields)
  return { ...errorsByField(checked.error?.issues ?? []), ...errors }
}

/** Returns the first message for each field of the form. */
export function errorsByField(
  issues: readonly { path: string | readonly PropertyKey[]; message: string }[],
): AccountErrors {
  const errors: AccountErrors = {}
  for (const { path, message } of issues) {
    const field = FIELDS.find((name) => name === (typeof path === 'string' ? path : path[0]))
    if (field) errors[field] ??= message
  }
  return errors
}

/** The fields in the order of the form. The first one with an error gets the focus. */
export const FIELDS = [
  'email',
  'password',
  'firstName',
  'lastName',
] as const satisfies readonly (keyof AccountFields)[]
