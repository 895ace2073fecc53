import { useState } from 'react'

import type { User } from '#domain/account.ts'

import { deferred } from '../deferred.tsx'
import { AvatarButton } from './avatar-button.tsx'

type MenuProps = { user: User; startsOpen: boolean; onPress: () => void }

const AccountMenu = deferred<MenuProps>(
  'account/account-menu.tsx',
  async () => (await import('./account-menu.tsx')).AccountMenu,
  {
    canWait: ({ startsOpen }) => !startsOpen,
    whileAway: ({ user, onPress }) => <AvatarButton user={user} aria-haspopup="menu" onClick={onPress} />,
  },
)

/** The avatar, and behind it what a person does with their account, opened as soon as it is there. */
export function AccountButton({ user }: { user: User }) {
  const [isPressed, setPressed] = useState(false)
  return <AccountMenu user={user} startsOpen={isPressed} onPress={() => setPressed(true)} />
}
