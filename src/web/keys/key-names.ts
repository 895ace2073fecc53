/** The user agents of iPhones and iPads also contain this. */
const MAC = /Mac OS X/

const MAC_NAMES: Record<string, string> = { Mod: '⌘', Alt: '⌥' }
const OTHER_NAMES: Record<string, string> = { Mod: 'Ctrl' }

/**
 * Returns the name of a key on the user's keyboard: 'Mod' is ⌘ on a Mac and Ctrl elsewhere, 'Alt' is ⌥ on a Mac.
 * Returns other names unchanged.
 */
export function keyName(key: string, userAgent = navigator.userAgent): string {
  return (MAC.test(userAgent) ? MAC_NAMES : OTHER_NAMES)[key] ?? key
}
