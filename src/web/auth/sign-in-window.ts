import { PROVIDER } from '../boot/paths.ts'
import { createStoredValue } from '../state/stored-value.ts'

/** Marks a window opened to sign in, because the provider's pages can remove its link to the page that opened it. */
const mark = createStoredValue('tenfold:sign-in-window', {
  parse: (text) => text !== null,
  fallback: false,
  storage: () => sessionStorage,
})

/** Signs in through the provider in a small window, so that this page keeps its text. */
export function openSignInWindow(): void {
  // A new window starts with a copy of this page's session storage.
  mark.write(true)
  window.open(PROVIDER, '_blank', 'popup,width=520,height=680')
  mark.remove()
}

/** Closes this window if it was opened only to sign in. */
export function closeSignInWindow(): void {
  if (mark.read()) window.close()
}
