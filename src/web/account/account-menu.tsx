import { useQuery } from '@tanstack/react-query'
import {
  Download,
  KeyRound,
  Link2,
  MonitorSmartphone,
  PanelTop,
  Scale,
  Settings2,
  Trash,
  UserX,
} from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'

import type { User } from '#domain/account/account.ts'

import { nameOf } from '../auth/avatar.tsx'
import { HOME } from '../boot/paths.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { useStore } from '../state/store.ts'
import { run } from '../sync/runner/run.ts'
import { AvatarButton } from './avatar-button.tsx'
import { changeSettings } from './commands.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { downloadExport } from './download-export.ts'
import { LinkDialog } from './link-dialog.tsx'
import { accountDialog } from './opened-dialog.ts'
import { openTrash } from './open-trash.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { waysInQuery } from './queries.ts'
import { SessionsDialog } from './sessions-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { useSettings } from './settings.ts'
import * as words from './words.ts'

type Props = {
  user: User
  /** Whether the button was pressed before the menu's code had loaded. */
  startsOpen: boolean
}

/** The avatar button with the account menu and its dialogs. */
export function AccountMenu({ user, startsOpen }: Props) {
  const opened = useStore(accountDialog)
  const [isMenuOpen, setIsMenuOpen] = useState(startsOpen)
  const { data: waysIn } = useQuery({ ...waysInQuery, enabled: isMenuOpen || opened !== null })
  const provider = waysIn?.provider ?? null
  const [path, navigate] = useLocation()
  const showTrash = () => {
    if (path !== HOME) navigate(HOME)
    openTrash()
  }
  const name = nameOf(user)
  const { hidesBanner } = useSettings()
  return (
    <>
      <Menu
        align="end"
        className="w-65 max-w-[calc(100vw-32px)]"
        open={isMenuOpen}
        onOpenChange={setIsMenuOpen}
        trigger={<AvatarButton user={user} />}
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
        <MenuItem icon={<PanelTop />} onSelect={() => run(changeSettings, { hidesBanner: !hidesBanner })}>
          {hidesBanner ? words.showBanner : words.hideBanner}
        </MenuItem>
        <MenuItem icon={<Settings2 />} onSelect={() => accountDialog.set('settings')}>
          {words.settings.title}
        </MenuItem>
        <MenuSeparator />
        {waysIn?.password !== false && (
          <MenuItem icon={<KeyRound />} onSelect={() => accountDialog.set('password')}>
            {words.changePassword}
          </MenuItem>
        )}
        {provider !== null && (
          <MenuItem icon={<Link2 />} onSelect={() => accountDialog.set('link')}>
            {words.signInWith(provider)}
          </MenuItem>
        )}
        <MenuItem icon={<MonitorSmartphone />} onSelect={() => accountDialog.set('sessions')}>
          {words.sessions}
        </MenuItem>
        <MenuItem icon={<Trash />} onSelect={showTrash}>
          {words.trash}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={downloadExport}>
          {words.exportData}
        </MenuItem>
        <MenuItem icon={<Scale />} onSelect={() => window.open(LICENSES, '_blank', 'noopener')}>
          {words.licenses}
        </MenuItem>
        <MenuItem danger icon={<UserX />} onSelect={() => accountDialog.set('deletion')}>
          {words.deleteAccount}
        </MenuItem>
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

/** The build writes this file. */
const LICENSES = '/licenses.txt'

function close(): void {
  accountDialog.set(null)
}
