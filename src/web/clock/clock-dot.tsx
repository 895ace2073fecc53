/** A green dot while the timer runs, a hollow one while it is paused. The text beside it says the same thing. */
export function ClockDot({ isRunning }: { isRunning: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full ${isRunning ? 'bg-ok' : 'border-[1.5px] border-fg-3'}`}
    />
  )
}
