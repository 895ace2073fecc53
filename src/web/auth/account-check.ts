import { registrationSchema } from '#domain/account.ts'

export type AccountMode = 'sign-in' | 'create'

export type AccountFields = { email: string; password: string; firstName: string; lastName: string }

export type AccountErrors = Partial<Record<keyof AccountFields, string>>

/**
 * What is wrong with each field before anything is sent. Signing in asks only that nothing is empty: what a wrong
 * password looks like is not for the form to say.
 */
export function checkAccount(mode: AccountMode, fields: AccountFields): AccountErrors {
  const errors: AccountErrors = {}
  if (!fields.email.trim()) errors.email = 'Enter your e-mail.'
  if (!fields.password) errors.password = mode === 'sign-in' ? 'Enter your password.' : 'Choose a password.'
  if (mode === 'sign-in') return errors
  const checked = registrationSchema.safeParse(fields)
  return { ...errorsByField(checked.error?.issues ?? []), ...errors }
}

/** The first message for each field that the form has. */
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

/** In the order of the form: the focus goes to the first that is wrong. */
export const FIELDS = [
  'email',
  'password',
  'firstName',
  'lastName',
] as const satisfies readonly (keyof AccountFields)[]
