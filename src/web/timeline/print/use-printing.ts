import { flushSync } from 'react-dom'

import { createStore, useStore } from '../../state/store.ts'

const media = matchMedia('print')
const printing = createStore(media.matches)

/** Returns whether the page is being printed. Print-only parts render before the browser captures the page. */
export function usePrinting(): boolean {
  return useStore(printing)
}

function begin(): void {
  flushSync(() => printing.set(true))
}

function end(): void {
  printing.set(media.matches)
}

window.addEventListener('beforeprint', begin)
window.addEventListener('afterprint', end)
media.addEventListener('change', () => (media.matches ? begin() : end()))
