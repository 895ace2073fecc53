import { useQuery } from '@tanstack/react-query'
import { Download, KeyRound, Link2, MonitorSmartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { User } from '#domain/account.ts'

import { nameOf } from '../auth/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { AvatarButton } from './avatar-button.tsx'
import { DeleteAccountDialog, LinkDialog, PasswordDialog, SessionsDialog } from './deferred-parts.ts'
import { EXPORT, waysInQuery } from './queries.ts'

type Opened = 'password' | 'sessions' | 'link' | 'deletion'

type Props = {
  user: User
  /** Whether it was pressed before it was there. */
  startsOpen: boolean
}

/** The avatar, and behind it what a person does with their account. */
export function AccountMenu({ user, startsOpen }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(startsOpen)
  const { data: waysIn } = useQuery({ ...waysInQuery, enabled: isMenuOpen || opened !== null })
  const provider = waysIn?.provider ?? null
  const close = () => setOpened(null)
  const name = nameOf(user)
  return (
    <>
      <Menu
        align="end"
        label="Account"
        className="w-65 max-w-[calc(100vw-32px)]"
        open={isMenuOpen}
        onOpenChange={setMenuOpen}
        trigger={<AvatarButton user={user} />}
      >
        <div className="px-2 pt-1.5 pb-2">
          <p className="truncate text-label font-semibold" title={name}>
            {name}
          </p>
          {name !== user.email && (
            <p className="truncate text-meta text-fg-2" title={user.email}>
              {user.email}
            </p>
          )}
        </div>
        <MenuSeparator />
        {waysIn?.password !== false && (
          <MenuItem icon={<KeyRound />} onSelect={() => setOpened('password')}>
            Change password
          </MenuItem>
        )}
        {provider !== null && (
          <MenuItem icon={<Link2 />} onSelect={() => setOpened('link')}>
            Sign in with {provider}
          </MenuItem>
        )}
        <MenuItem icon={<MonitorSmartphone />} onSelect={() => setOpened('sessions')}>
          Where you are signed in
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={downloadExport}>
          Export my data
        </MenuItem>
        <MenuItem danger icon={<Trash2 />} onSelect={() => setOpened('deletion')}>
          Delete my account
        </MenuItem>
      </Menu>
      <PasswordDialog user={user} open={opened === 'password'} onClose={close} />
      {waysIn && provider !== null && (
        <LinkDialog waysIn={waysIn} provider={provider} open={opened === 'link'} onClose={close} />
      )}
      <SessionsDialog open={opened === 'sessions'} onClose={close} />
      <DeleteAccountDialog user={user} open={opened === 'deletion'} onClose={close} />
    </>
  )
}

/** The browser takes the answer for a file, because the server says it is one, and stays on the page. */
function downloadExport(): void {
  window.location.assign(EXPORT)
}
