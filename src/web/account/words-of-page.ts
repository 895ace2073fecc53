// The first load contains these strings. The other strings of the account are in words.ts, which loads later.

export const menuOf = (name: string, email: string) =>
  `Account: ${name === email ? name : `${name}, ${email}`}`
export const loadingMenu = 'the menu'
export const settingsNotSaved = 'Couldn’t save your settings. Please try again.'
