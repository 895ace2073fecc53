import { z } from 'zod'

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../limits.ts'
import { isCommonPassword } from './common-passwords.ts'
import { codePoints, foldCase } from '../text.ts'
import { optionalName, text } from '../text-schema.ts'
import type { Settings } from './settings.ts'

export const EMAIL_LENGTH_MAX = 254
export const PERSON_NAME_LENGTH_MAX = 100

/** The signed-in user, as `GET /api/auth/user` returns it. */
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

/** The data that the server embeds in a page, so that the page can render before its first request. */
export type Entrance = {
  user: User | null
  settings?: Settings
  /** Whether visitors can create an account. */
  signups: boolean
  /** The largest attachment, in MB of 2^20 bytes. */
  maxUploadMb: number
  /** The name of the OpenID Connect provider, if there is one. */
  provider?: string
  /** Why signing in or linking through the provider failed. Set only on the page that reports it. */
  failure?: ProviderFailure
  /** Whether the database or the server is unavailable, so the page can't tell who is signed in. */
  isDataAway?: boolean
}

/** A failed sign-in or link through the OpenID Connect provider, as shown to the user. */
export type ProviderFailure = {
  message: string
  /** Whether password sign-in is off. */
  onlyProvider: boolean
}

const EMAIL_MESSAGE = 'Enter an email address, such as you@example.com.'
const PASSWORD_MESSAGE = `Use ${PASSWORD_LENGTH_MIN}–${PASSWORD_LENGTH_MAX} characters.`
const COMMON_PASSWORD_MESSAGE = 'This password is too common. Choose a different one.'

const emailSchema = z
  .string({ error: EMAIL_MESSAGE })
  .trim()
  .pipe(text(EMAIL_LENGTH_MAX, 'Email').regex(/^[^\s@]+@[^\s@]+$/, { error: EMAIL_MESSAGE }))
  .meta({ maxLength: EMAIL_LENGTH_MAX, examples: ['you@example.com'] })

const newPasswordSchema = z
  .string({ error: PASSWORD_MESSAGE })
  // Keyboards differ in how they compose accents.
  .normalize('NFC')
  .pipe(text(PASSWORD_LENGTH_MAX, 'Password', PASSWORD_MESSAGE))
  .refine((password) => codePoints(password) >= PASSWORD_LENGTH_MIN, { error: PASSWORD_MESSAGE, abort: true })
  .refine((password) => !isCommonPassword(password), { error: COMMON_PASSWORD_MESSAGE })
  .meta({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX })

/** A password to verify. The limit exists only to protect the hash from huge input. */
export function knownPasswordSchema(message: string) {
  return z.string({ error: message }).max(1000, { error: 'Password must be 1,000 characters or fewer.' })
}

const personName = (what: string) => optionalName(PERSON_NAME_LENGTH_MAX, what).default(null)

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

/** The body of `POST /api/login`. The password has no minimum length: one that is too short is simply wrong. */
export const credentialsSchema = z
  .object({
    email: z
      .string({ error: 'Enter your email.' })
      .max(1000, { error: 'Email must be 1,000 characters or fewer.' }),
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
    password: knownPasswordSchema('Enter your password.').default(''),
  })
  .meta({ id: 'AccountDeletion' })

/** A signed-in browser, as `GET /api/auth/sessions` returns it. */
export const sessionInfoSchema = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    userAgent: z.string().nullable().describe('The `User-Agent` header of the browser.'),
    current: z.boolean().describe('Whether this is the session that sent the request.'),
  })
  .meta({ id: 'Session' })

export type SessionInfo = z.output<typeof sessionInfoSchema>

/**
 * Returns the key that identifies an account. The key ignores case and treats an international domain as its
 * ASCII form. The email itself is stored as typed.
 */
export function emailKey(email: string): string {
  const key = foldCase(email)
  const at = key.lastIndexOf('@') + 1
  return key.slice(0, at) + asciiDomain(key.slice(at))
}

/** Returns anything that isn't a host name unchanged. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || /[\0- /?#:@\\%[\]]/.test(domain)) return domain
  return URL.parse(`http://${domain}`)?.hostname ?? domain
}
