import { registrationSchema } from '#domain/account/account.ts'

import { type AccountErrors, type AccountFields, findMissing } from './account-fields.ts'
import { messagesByPath } from './messages-by-path.ts'

/** Returns what the server would reject. It loads later, because signing in needs no schema. */
export function checkRegistration(fields: AccountFields): AccountErrors {
  const { error } = registrationSchema.safeParse(fields)
  return { ...messagesByPath(error?.issues ?? []), ...findMissing('create', fields) }
}
