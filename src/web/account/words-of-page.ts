// The account's text that loads first. The rest is in words.ts.

export const menuOf = (name: string, email: string) =>
  `Account: ${name === email ? name : `${name}, ${email}`}`
export const loadingMenu = 'the menu'
export const settingsNotSaved = 'Couldn’t save your settings. Please try again.'
