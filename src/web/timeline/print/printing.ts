import { flushSync } from 'react-dom'

import { createStore } from '../../state/store.ts'

const media = matchMedia('print')

/** Whether the page is being printed. Print-only parts render before the browser captures the page. */
export const printing = createStore(media.matches)

/** The element with focus before printing. Browsers take the focus from a part that isn't printed. */
let focused: Element | null = null

function begin(): void {
  if (!printing.get()) focused = document.activeElement
  flushSync(() => printing.set(true))
}

function end(): void {
  printing.set(media.matches)
  if (document.activeElement === document.body && focused instanceof HTMLElement)
    focused.focus({ preventScroll: true })
}

window.addEventListener('beforeprint', begin)
window.addEventListener('afterprint', end)
media.addEventListener('change', () => (media.matches ? begin() : end()))
