import { z } from 'zod'

import { knownPasswordSchema } from '#domain/account/account.ts'

/** The body of `POST /api/auth/oidc/link`. */
export const linkRequestSchema = z
  .object({
    password: knownPasswordSchema('Enter your password.'),
  })
  .meta({ id: 'LinkRequest' })

/** The response to `POST /api/auth/oidc/link`. */
export const linkStartSchema = z
  .object({ url: z.string().describe('The URL of a provider page that redirects back to this server.') })
  .meta({ id: 'LinkStart' })

/** The sign-in methods of an account. */
export const waysInSchema = z
  .object({
    provider: z.string().nullable().describe('The name of the provider, or `null` if none is configured.'),
    linked: z.boolean().describe('Whether a provider account is linked.'),
    password: z.boolean().describe('Whether the account has a password.'),
  })
  .meta({ id: 'WaysIn' })
