/** Green and full while the clock runs, hollow while it is paused. The words beside it say the same. */
export function ClockDot({ isRunning }: { isRunning: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full ${isRunning ? 'bg-ok' : 'border-[1.5px] border-fg-3'}`}
    />
  )
}
