import { useQuery } from '@tanstack/react-query'
import { Download, KeyRound, Link2, MonitorSmartphone, PanelTop, Settings2, Trash2 } from 'lucide-react'

import { changeSettings } from '../account/commands.ts'
import { downloadExport } from '../account/download-export.ts'
import { type AccountDialog, accountDialog } from '../account/opened-dialog.ts'
import { waysInQuery } from '../account/queries.ts'
import { useSettings } from '../account/settings.ts'
import * as words from '../account/words.ts'
import { run } from '../sync/runner/run.ts'
import type { ListedCommand } from './listed-command.ts'

/** Returns the commands of the account menu, with the names used there. */
export function useAccountCommands(): ListedCommand[] {
  const { hidesBanner } = useSettings()
  const { data: waysIn } = useQuery(waysInQuery)
  const provider = waysIn?.provider ?? null
  const commands: (Omit<ListedCommand, 'keys'> | null)[] = [
    {
      id: 'switchBanner',
      name: hidesBanner ? words.showBanner : words.hideBanner,
      icon: PanelTop,
      run: () => run(changeSettings, { hidesBanner: !hidesBanner }),
    },
    { id: 'settings', name: words.settings.title, icon: Settings2, run: opens('settings') },
    waysIn?.password === false
      ? null
      : { id: 'password', name: words.changePassword, icon: KeyRound, run: opens('password') },
    provider === null
      ? null
      : { id: 'link', name: words.signInWith(provider), icon: Link2, run: opens('link') },
    { id: 'sessions', name: words.sessions, icon: MonitorSmartphone, run: opens('sessions') },
    { id: 'exportData', name: words.exportData, icon: Download, run: downloadExport },
    { id: 'deleteAccount', name: words.deleteAccount, icon: Trash2, run: opens('deletion') },
  ]
  return commands.flatMap((command) => (command ? [{ ...command, keys: [] }] : []))
}

function opens(dialog: AccountDialog): () => void {
  return () => accountDialog.set(dialog)
}
