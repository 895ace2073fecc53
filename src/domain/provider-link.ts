import { z } from 'zod'

/** The body of `POST /api/auth/oidc/link`: who links an account proves first that it is theirs. */
export const linkRequestSchema = z
  .object({
    password: z
      .string({ error: 'Enter your password.' })
      .max(1000, { error: 'This is too long to be a password.' }),
  })
  .meta({ id: 'LinkRequest' })

/** The answer: where the browser goes on to. */
export const linkStartSchema = z
  .object({ url: z.string().describe('A page of the provider. It comes back to this server.') })
  .meta({ id: 'LinkStart' })

/** Which ways into the account there are. */
export const waysInSchema = z
  .object({
    provider: z.string().nullable().describe('What the provider is called; `null` when there is none.'),
    linked: z.boolean().describe('Whether the account is linked to an account at a provider.'),
    password: z.boolean().describe('Whether the account has a password.'),
  })
  .meta({ id: 'WaysIn' })
