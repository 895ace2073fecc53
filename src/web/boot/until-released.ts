let isDown = false
let released = Promise.withResolvers<void>()

function press(): void {
  if (isDown) return
  isDown = true
  released = Promise.withResolvers()
}

/** Allows parts to be replaced while the pointer is down. Drags call it, because releasing a drag causes no click. */
export function endPress(): void {
  isDown = false
  // The click event follows in the same event-loop task.
  setTimeout(released.resolve)
}

addEventListener('pointerdown', press, { capture: true, passive: true })
addEventListener('pointerup', endPress, { capture: true, passive: true })
addEventListener('pointercancel', endPress, { capture: true, passive: true })

/** Waits until nothing is pressed. Replacing an element while the pointer is down would lose the click. */
export async function untilReleased(): Promise<void> {
  if (isDown) await released.promise
}
