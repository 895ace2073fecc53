export const cancel = 'Cancel'
export const close = 'Close'
export const password = 'Password'
export const passwordMissing = 'Enter your password.'

export const showBanner = 'Show the banner'
export const hideBanner = 'Hide the banner'

export const changePassword = 'Change password'
export const changingPassword = 'Changing...'
export const currentPassword = 'Current password'
export const currentPasswordMissing = 'Enter your current password.'
export const newPassword = 'New password'
export const newPasswordMissing = 'Choose a password.'
export const passwordHint = (min: number, max: number) => `Use ${min}–${max} characters.`
export const passwordChanged = { title: 'Password changed', text: 'Your other browsers were signed out.' }

export const signInWith = (provider: string) => `Sign in with ${provider}`
export const linked = (provider: string) => `You can sign in to this account with ${provider}.`
export const notLinked = (provider: string) =>
  `Link ${provider} to this account so you can also sign in with it. To confirm, you’ll sign in there once.`
export const link = (provider: string) => `Link ${provider}`
export const linking = 'Linking...'
export const unlink = (provider: string) => `Unlink ${provider}`
export const unlinked = (provider: string) => ({
  title: 'Unlinked',
  text: `You can no longer sign in with ${provider}.`,
})

export const licenses = 'Licenses'

export const sessions = 'Active sessions'
export const loadingSessions = 'Loading sessions...'
export const sessionsNotLoaded = 'Couldn’t load your sessions.'
export const browsers = 'Browsers'
export const unknownBrowser = 'Unknown browser'
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`
export const thisBrowser = 'This browser'
export const lastUsed = (when: string) => `Last used ${when}`
export const onlyThisBrowser = 'You aren’t signed in anywhere else.'
export const signOut = 'Sign out'
export const signOutOf = (browser: string) => `Sign out ${browser}`
export const signOutOthers = 'Sign out all others'

export const settings = {
  title: 'Settings',
  note: 'Saved on the server for all your devices.',
  save: 'Save',
  changed: 'Changed elsewhere. Your edits are kept.',
  day: 'Your day',
  dayHint: 'Used for slack and for today’s plan.',
  hours: 'Hours per weekday',
  hoursFault: 'Use 0–24 hours.',
  dayStartsAt: 'The day starts at',
  dayStartsAtHint: 'Your working hours begin at this time.',
  dayStartsAtFault: 'Enter a time.',
  display: 'Display',
  banner: 'Banner',
}

export const trash = 'Trash'

export const exportData = 'Export my data'

export const deleteAccount = 'Delete my account'
export const deletingAccount = 'Deleting...'
export const cannotUndo = 'This can’t be undone.'
export const whatIsDeleted =
  'Your tasks, files, categories and templates will be permanently deleted, including templates that others use.'
export const exportFirst = 'Export your data first.'
export const typeToConfirm = (email: string) => `To confirm, type ${email}`
export const wrongEmail = 'That doesn’t match this account’s email.'
