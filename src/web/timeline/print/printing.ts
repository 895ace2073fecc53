import { flushSync } from 'react-dom'

import { createStore } from '../../state/store.ts'

const media = matchMedia('print')

/** Whether the page is being printed. Print-only parts render before the browser captures the page. */
export const printing = createStore(media.matches)

function begin(): void {
  flushSync(() => printing.set(true))
}

function end(): void {
  printing.set(media.matches)
}

window.addEventListener('beforeprint', begin)
window.addEventListener('afterprint', end)
media.addEventListener('change', () => (media.matches ? begin() : end()))
