import { useState } from 'react'

import type { User } from '#domain/account/account.ts'

import { deferred, later } from '../boot/deferred.tsx'
import { AvatarButton } from './avatar-button.tsx'
import * as words from './words-of-page.ts'

type MenuProps = { user: User; startsOpen: boolean; onPress: () => void; onMissing: () => void }

const menuCode = later('account/account-menu.tsx', () => import('./account-menu.tsx'))

const AccountMenu = deferred(menuCode, 'AccountMenu', {
  name: words.loadingMenu,
  onMissing: ({ onMissing }: MenuProps) => onMissing(),
  canWait: ({ startsOpen }: MenuProps) => !startsOpen,
  whileAway: ({ user, onPress }: MenuProps) => (
    <AvatarButton user={user} aria-haspopup="menu" onClick={onPress} />
  ),
})

/** The avatar button. If pressed before the menu's code has loaded, it opens the menu once the code arrives. */
export function AccountButton({ user }: { user: User }) {
  const [isPressed, setIsPressed] = useState(false)
  return (
    <AccountMenu
      user={user}
      startsOpen={isPressed}
      onPress={() => setIsPressed(true)}
      onMissing={() => setIsPressed(false)}
    />
  )
}
