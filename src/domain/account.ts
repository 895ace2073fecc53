import { z } from 'zod'

import { isCommonPassword } from './common-passwords.ts'
import { codePoints, foldCase, isStorable } from './text.ts'
import { text } from './text-schema.ts'

export const EMAIL_LENGTH_MAX = 254
export const PERSON_NAME_LENGTH_MAX = 100
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128

/** The signed-in user as `GET /api/auth/user` answers. */
export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'User' })

export type User = z.output<typeof userSchema>

/** What a page needs to know before it asks anything; written into the page by the server. */
export type Entrance = {
  /** Who is signed in; null when nobody is. */
  user: User | null
  /** Whether a visitor may create an account. */
  signups: boolean
  /** How large an attachment may be, in MB of 2^20 bytes. */
  maxUploadMb: number
  /** What the provider is called through which one may sign in; absent when there is none. */
  provider?: string
  /** Why signing in or linking through the provider failed, on the page that answers it. */
  failure?: ProviderFailure
}

/** What a person reads when a way through the provider ended badly. */
export type ProviderFailure = {
  message: string
  /** Whether nobody here signs in by password. */
  onlyProvider: boolean
}

const EMAIL_MESSAGE = 'Enter an e-mail address, such as you@example.com.'
const PASSWORD_MESSAGE = `A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`
const COMMON_PASSWORD_MESSAGE = 'Too many people use this password. Choose another one.'

const emailSchema = z
  .string({ error: EMAIL_MESSAGE })
  .trim()
  .pipe(text(EMAIL_LENGTH_MAX, 'E-mail').regex(/^[^\s@]+@[^\s@]+$/, { error: EMAIL_MESSAGE }))
  .meta({ maxLength: EMAIL_LENGTH_MAX, examples: ['you@example.com'] })

const newPasswordSchema = z
  .string({ error: PASSWORD_MESSAGE })
  .refine(
    (password) => {
      const length = password.length > PASSWORD_LENGTH_MAX * 2 ? Infinity : codePoints(password)
      return length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX && isStorable(password)
    },
    { error: PASSWORD_MESSAGE, abort: true },
  )
  .refine((password) => !isCommonPassword(password), { error: COMMON_PASSWORD_MESSAGE })
  .meta({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX })

/** A password that is compared with the one chosen earlier. The limit only spares the hash a huge text. */
function knownPasswordSchema(message: string) {
  return z.string({ error: message }).max(1000, { error: 'This is too long to be a password.' })
}

const personName = (what: string) =>
  z
    .string({ error: `${what} must be text.` })
    .trim()
    .pipe(text(PERSON_NAME_LENGTH_MAX, what))
    .transform((name) => name || null)
    .meta({ maxLength: PERSON_NAME_LENGTH_MAX })
    .nullable()
    .default(null)

/** The body of `POST /api/register`. */
export const registrationSchema = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    firstName: personName('First name'),
    lastName: personName('Last name'),
  })
  .meta({ id: 'Registration' })

export type Registration = z.output<typeof registrationSchema>

/** The body of `POST /api/login`. Only its shape is checked: a wrong password is wrong, whatever its length. */
export const credentialsSchema = z
  .object({
    email: z
      .string({ error: 'Enter your e-mail.' })
      .max(1000, { error: 'This is too long to be an e-mail.' }),
    password: knownPasswordSchema('Enter your password.'),
  })
  .meta({ id: 'Credentials' })

export type Credentials = z.output<typeof credentialsSchema>

/** The body of `POST /api/auth/password`. */
export const passwordChangeSchema = z
  .object({
    currentPassword: knownPasswordSchema('Enter your current password.'),
    newPassword: newPasswordSchema,
  })
  .meta({ id: 'PasswordChange' })

export type PasswordChange = z.output<typeof passwordChangeSchema>

/** The body of `DELETE /api/auth/user`. */
export const accountDeletionSchema = z
  .object({
    password: knownPasswordSchema('Enter your password.')
      .default('')
      .describe('Left out for an account without one: it is enough to have signed in within ten minutes.'),
  })
  .meta({ id: 'AccountDeletion' })

/** One browser in which a user is signed in, as `GET /api/auth/sessions` answers it. */
export const sessionInfoSchema = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    userAgent: z.string().nullable().describe('What the browser says it is.'),
    current: z.boolean().describe('Whether it is the one that asks.'),
  })
  .meta({ id: 'Session' })

export type SessionInfo = z.output<typeof sessionInfoSchema>

/** E-mails are one account without regard to case, and kept as typed. */
export function emailKey(email: string): string {
  return foldCase(email)
}
