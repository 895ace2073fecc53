/** Removes a search parameter that doesn't open a dialog. */
export function forgetAddress(name: string): void {
  if (keysHere().some((key) => key.startsWith(`${name}=`))) return history.back()
  history.replaceState(history.state, '', hrefWithout(name))
}

/** Returns whether the current history entry belongs to a dialog. Navigation replaces such an entry. */
export function isDialogEntry(): boolean {
  return keysHere().length > 0
}

/** Returns the page's URL without some search parameters. */
export function hrefWithout(...names: string[]): URL {
  const url = new URL(location.href)
  for (const name of names) url.searchParams.delete(name)
  return url
}

/** Returns the keys of the dialogs that the current history entry belongs to, the topmost last. */
export function keysHere(): readonly string[] {
  const state: unknown = history.state
  const keys = typeof state === 'object' && state !== null && 'dialogs' in state ? state.dialogs : null
  return Array.isArray(keys) ? (keys as string[]) : []
}
