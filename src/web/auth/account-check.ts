import { registrationSchema } from '#domain/account/account.ts'

import { type AccountErrors, type AccountFields, findMissing } from './account-fields.ts'
import { messagesByPath } from './messages-by-path.ts'

/** Returns the errors that the server would report. This module loads later, because signing in needs no schema. */
export function checkRegistration(fields: AccountFields): AccountErrors {
  const { error } = registrationSchema.safeParse(fields)
  return { ...messagesByPath(error?.issues ?? []), ...findMissing('create', fields) }
}
