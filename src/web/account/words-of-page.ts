// Account strings that the first load needs. The others are in words.ts.

export const menuOf = (name: string, email: string) =>
  `Account: ${name === email ? name : `${name}, ${email}`}`
export const loadingMenu = 'the menu'
export const settingsNotSaved = 'Couldn’t save your settings. Please try again.'
