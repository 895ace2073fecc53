/** Whether a finger, or a button of the mouse, is down. */
let isDown = false
let released = Promise.withResolvers<void>()

function press(): void {
  if (isDown) return
  isDown = true
  released = Promise.withResolvers()
}

function release(): void {
  isDown = false
  // The click comes after it, in the same step.
  setTimeout(released.resolve)
}

addEventListener('pointerdown', press, { capture: true, passive: true })
addEventListener('pointerup', release, { capture: true, passive: true })
addEventListener('pointercancel', release, { capture: true, passive: true })

/** Until nothing is pressed: a press that begins on one element and ends on another, put in its place, is none. */
export async function untilReleased(): Promise<void> {
  if (isDown) await released.promise
}
