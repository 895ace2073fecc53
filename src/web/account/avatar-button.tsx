import type { ComponentProps } from 'react'

import type { User } from '#domain/account.ts'

import { Avatar, nameOf } from '../auth/avatar.tsx'

/** The button of the account's menu. Takes a ref and handlers. */
export function AvatarButton({ user, ...rest }: { user: User } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      data-place="account-menu"
      aria-label={`Account: ${nameOf(user)}`}
      className="relative flex rounded-full before:absolute before:-inset-1.5"
    >
      <Avatar user={user} />
    </button>
  )
}
