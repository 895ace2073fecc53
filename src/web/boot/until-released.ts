let isDown = false
let released = Promise.withResolvers<void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The maximum time from a tap's release to its click, in ms. The click is a later event; a drag causes none. */
const CLICK_MS_MAX = 300

function press(): void {
  clearTimeout(timer)
  if (isDown) return
  isDown = true
  released = Promise.withResolvers()
}

/** Allows parts to be replaced while the pointer is down. Drags call this, because releasing a drag causes no click. */
export function endPress(): void {
  clearTimeout(timer)
  isDown = false
  // The click's own handlers run first.
  setTimeout(released.resolve)
}

const FIRST = { capture: true, passive: true }
addEventListener('pointerdown', press, FIRST)
addEventListener('pointerup', () => (timer = setTimeout(endPress, CLICK_MS_MAX)), FIRST)
addEventListener('click', endPress, FIRST)
addEventListener('pointercancel', endPress, FIRST)
// A native menu can swallow the release.
addEventListener('contextmenu', endPress, FIRST)

/** Waits until nothing is pressed. Replacing an element while the pointer is down would lose the click. */
export async function untilReleased(): Promise<void> {
  if (isDown) await released.promise
}
