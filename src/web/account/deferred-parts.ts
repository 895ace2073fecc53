import { deferred } from '../deferred.tsx'

const isOpen = ({ open }: { open: boolean }) => open

export const PasswordDialog = deferred(
  'account/password-dialog.tsx',
  async () => (await import('./password-dialog.tsx')).PasswordDialog,
  {
    isWanted: isOpen,
  },
)

export const LinkDialog = deferred(
  'account/link-dialog.tsx',
  async () => (await import('./link-dialog.tsx')).LinkDialog,
  {
    isWanted: isOpen,
  },
)

export const SessionsDialog = deferred(
  'account/sessions-dialog.tsx',
  async () => (await import('./sessions-dialog.tsx')).SessionsDialog,
  {
    isWanted: isOpen,
  },
)

export const DeleteAccountDialog = deferred(
  'account/delete-account-dialog.tsx',
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
  { isWanted: isOpen },
)
