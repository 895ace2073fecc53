/** Returns whether the keyboard is a Mac's. The user agents of iPhones and iPads also contain this name. */
export const isMac = (userAgent = navigator.userAgent) => /Mac OS X/.test(userAgent)

const MAC_NAMES: Record<string, string> = { Mod: '⌘', Alt: '⌥', Del: '⌫' }
const OTHER_NAMES: Record<string, string> = { Mod: 'Ctrl' }

/** Returns the name of a key on the user's keyboard: 'Mod' is ⌘ on a Mac and Ctrl elsewhere. Keeps most other names. */
export function keyName(key: string, userAgent = navigator.userAgent): string {
  return (isMac(userAgent) ? MAC_NAMES : OTHER_NAMES)[key] ?? key
}
