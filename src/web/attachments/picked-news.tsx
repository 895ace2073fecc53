import type { RefusedFile } from './use-picked-files.ts'

type Props = { note: string; refused: readonly RefusedFile[] }

/** Says, and speaks, what could not be attached. */
export function PickedNews({ note, refused }: Props) {
  return (
    <div aria-live="polite">
      {note && <p className="mt-1.5 text-meta wrap-anywhere text-danger-text">{note}</p>}
      <span className="sr-only">
        {refused.map(({ name, reason }) => `${name} cannot be attached: ${reason}. `)}
      </span>
    </div>
  )
}
