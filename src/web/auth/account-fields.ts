import * as words from './words.ts'

export type AccountMode = 'sign-in' | 'create'

export type AccountFields = { email: string; password: string; firstName: string; lastName: string }

export type AccountErrors = Partial<Record<keyof AccountFields, string>>

/** Returns a message for each required field that is empty. */
export function findMissing(mode: AccountMode, { email, password }: AccountFields): AccountErrors {
  return {
    ...(!email.trim() && { email: words.emailMissing }),
    ...(!password && { password: mode === 'sign-in' ? words.passwordMissing : words.newPasswordMissing }),
  }
}

/** The fields in the order of the form. The first one with an error gets focus. */
export const FIELDS = ['email', 'password', 'firstName', 'lastName'] as const
