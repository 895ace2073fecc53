import { useQuery } from '@tanstack/react-query'
import { Fragment, useRef, useState } from 'react'

import type { User } from '#domain/account/account.ts'

import { nameOf } from '../auth/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { useStore } from '../state/store.ts'
import { AvatarButton } from './avatar-button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useAccountCommands } from './menu-commands.ts'
import { accountDialog } from './opened-dialog.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { waysInQuery } from './queries.ts'
import { SessionsDialog } from './sessions-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

type Props = {
  user: User
  /** Whether the button was pressed before the menu's code had loaded. */
  startsOpen: boolean
}

export function AccountMenu({ user, startsOpen }: Props) {
  const opened = useStore(accountDialog)
  const avatar = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(startsOpen)
  const { data: waysIn } = useQuery({ ...waysInQuery, enabled: isMenuOpen || opened !== null })
  const provider = waysIn?.provider ?? null
  const commands = useAccountCommands(isMenuOpen || opened !== null)
  const name = nameOf(user)
  // A dialog returns focus to the element that had it, and the menu's items are gone by then.
  const runFromButton = (run: () => void) => () => {
    avatar.current?.focus()
    run()
  }
  return (
    <>
      <Menu
        align="end"
        className="w-65 max-w-[calc(100vw-32px)]"
        open={isMenuOpen}
        onOpenChange={setIsMenuOpen}
        trigger={<AvatarButton user={user} ref={avatar} />}
      >
        {/* A menu may contain only items, so the button's accessible name includes this text instead. */}
        <div aria-hidden className="px-2 pt-1.5 pb-2">
          <div dir="auto" className="truncate text-label font-semibold" title={name}>
            {name}
          </div>
          {name !== user.email && (
            <div className="truncate text-meta text-fg-2" title={user.email}>
              {user.email}
            </div>
          )}
        </div>
        <MenuSeparator />
        {commands.map(({ id, name, icon: Icon, run }) => (
          <Fragment key={id}>
            <MenuItem danger={id === 'deletion'} icon={<Icon />} onSelect={runFromButton(run)}>
              {name}
            </MenuItem>
            {id === 'settings' && <MenuSeparator />}
          </Fragment>
        ))}
      </Menu>
      <SettingsDialog open={opened === 'settings'} onClose={close} />
      <PasswordDialog user={user} open={opened === 'password'} onClose={close} />
      {waysIn && provider !== null && (
        <LinkDialog waysIn={waysIn} provider={provider} open={opened === 'link'} onClose={close} />
      )}
      <SessionsDialog open={opened === 'sessions'} onClose={close} />
      <DeleteAccountDialog user={user} open={opened === 'deletion'} onClose={close} />
    </>
  )
}

function close(): void {
  accountDialog.set(null)
}
