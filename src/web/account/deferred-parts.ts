import { deferred, later } from '../boot/deferred.tsx'
import * as words from './words-of-page.ts'

export const accountCode = later('account/later-account.ts', () => import('./later-account.ts'))

const forDialog = {
  name: words.loadingDialog,
  isWanted: ({ open }: { open: boolean }) => open,
  onMissing: ({ onClose }: { onClose: () => void }) => onClose(),
}

export const PasswordDialog = deferred(accountCode, 'PasswordDialog', forDialog)
export const LinkDialog = deferred(accountCode, 'LinkDialog', forDialog)
export const SessionsDialog = deferred(accountCode, 'SessionsDialog', forDialog)
export const SettingsDialog = deferred(accountCode, 'SettingsDialog', forDialog)
export const DeleteAccountDialog = deferred(accountCode, 'DeleteAccountDialog', forDialog)
