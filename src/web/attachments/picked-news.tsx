import type { RefusedFile } from './use-picked-files.ts'
import * as words from './words.ts'

type Props = { note: string; refused: readonly RefusedFile[] }

export function PickedNews({ note, refused }: Props) {
  return (
    <div aria-live="polite">
      {note && <p className="mt-1.5 text-meta wrap-anywhere text-danger-text">{note}</p>}
      <span className="sr-only">{refused.map(({ name, reason }) => words.cannotAttach(name, reason))}</span>
    </div>
  )
}
