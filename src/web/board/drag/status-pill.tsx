import { Kbd } from '../../ui/kbd.tsx'
import * as later from '../later-words.ts'

/** Shows the drag's last announcement and the available keys at the bottom of the page. */
export function StatusPill({ by, status }: { by: keyof typeof later.dragKeys; status: string }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-x-3 bottom-[calc(64px+env(safe-area-inset-bottom))] z-70 flex justify-center sm:bottom-6"
    >
      <p className="flex min-h-9 max-w-full min-w-0 items-center gap-2 rounded-full bg-ink px-3.5 text-label text-ink-fg shadow-sh-3 max-sm:w-full max-sm:justify-center">
        <span className="min-w-0 truncate sm:mr-1">{status}</span>
        {later.dragKeys[by].map(({ keys, does }) => (
          <span
            key={does}
            className="inline-flex shrink-0 items-center gap-2 max-sm:hidden [&>kbd]:border-current/40 [&>kbd]:text-inherit"
          >
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {does}
          </span>
        ))}
      </p>
    </div>
  )
}
