import { useQuery } from '@tanstack/react-query'
import {
  Download,
  KeyRound,
  Link2,
  type LucideIcon,
  MonitorSmartphone,
  PanelTop,
  Scale,
  Settings2,
  Trash,
  UserX,
} from 'lucide-react'
import { useLocation } from 'wouter'

import { HOME } from '../boot/paths.ts'
import { run } from '../sync/runner/run.ts'
import { changeSettings } from './commands.ts'
import { downloadExport } from './download-export.ts'
import { type AccountDialog, accountDialog } from './opened-dialog.ts'
import { openTrash } from './open-trash.ts'
import { waysInQuery } from './queries.ts'
import { useSettings } from './settings.ts'
import * as words from './words.ts'

export type AccountCommand = { id: string; name: string; icon: LucideIcon; run: () => void }

/**
 * Returns the commands of the account menu, in menu order. The palette also lists them.
 * @param isNeeded whether to load the sign-in methods, which some commands depend on
 */
export function useAccountCommands(isNeeded = true): AccountCommand[] {
  const { hidesBanner } = useSettings()
  const { data: waysIn } = useQuery({ ...waysInQuery, enabled: isNeeded })
  const { password: hasPassword = true, provider } = waysIn ?? {}
  const [path, navigate] = useLocation()
  const showTrash = () => {
    if (path !== HOME) navigate(HOME)
    openTrash()
  }
  const banner = hidesBanner ? words.showBanner : words.hideBanner
  const switchBanner = () => run(changeSettings, { hidesBanner: !hidesBanner })
  const commands = [
    { id: 'banner', name: banner, icon: PanelTop, run: switchBanner },
    { id: 'settings', name: words.settings.title, icon: Settings2, run: opens('settings') },
    hasPassword && { id: 'password', name: words.changePassword, icon: KeyRound, run: opens('password') },
    provider && { id: 'link', name: words.signInWith(provider), icon: Link2, run: opens('link') },
    { id: 'sessions', name: words.sessions, icon: MonitorSmartphone, run: opens('sessions') },
    { id: 'trash', name: words.trash, icon: Trash, run: showTrash },
    { id: 'exportData', name: words.exportData, icon: Download, run: downloadExport },
    { id: 'licenses', name: words.licenses, icon: Scale, run: showLicenses },
    { id: 'deletion', name: words.deleteAccount, icon: UserX, run: opens('deletion') },
  ]
  return commands.filter((command) => typeof command === 'object' && command !== null)
}

const opens = (dialog: AccountDialog) => () => accountDialog.set(dialog)
const showLicenses = () => void window.open('/licenses.txt', '_blank', 'noopener')
