import type { ComponentProps } from 'react'

import type { User } from '#domain/account/account.ts'

import { Avatar, nameOf } from '../auth/avatar.tsx'
import * as words from './words-of-page.ts'

/** The button that opens the account menu. Accepts a ref and event handlers. */
export function AvatarButton({ user, ...rest }: { user: User } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      data-place="account-menu"
      aria-label={words.menuOf(nameOf(user), user.email)}
      className="relative flex rounded-full before:absolute before:-inset-1.5"
    >
      <Avatar user={user} />
    </button>
  )
}
