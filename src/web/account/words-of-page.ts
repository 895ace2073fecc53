// Text about the account in the first load. `words.ts` contains the rest.

export const menuOf = (name: string, email: string) =>
  `Account: ${name === email ? name : `${name}, ${email}`}`
export const loadingMenu = 'the menu'
export const settingsNotSaved = 'Couldn’t save your settings. Try again.'
