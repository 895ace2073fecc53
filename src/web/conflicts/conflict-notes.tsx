import { Note, NoteAction } from '../ui/note.tsx'
import { deferred, onUse } from '../boot/deferred.tsx'
import { deletedElsewhere } from '../tasks/words.ts'
import * as words from './words.ts'

const dialogCode = onUse('conflicts/conflict-dialog.tsx', () => import('./conflict-dialog.tsx'))

/** Loads when it opens for the first time. */
export const ConflictDialog = deferred(dialogCode, 'ConflictDialog', {
  name: words.name,
  isWanted: ({ open }) => open,
  onMissing: ({ onClose }) => onClose(),
})

/** Where the note is: in a form, where it stays in view during scrolling, or in a grid with its own gaps. */
type Layout = 'form' | 'grid'

type ChangedProps = {
  isShown: boolean
  layout?: Layout
  onShow: () => void
}

/** Says that another window changed an edited field, and offers to show both versions. */
export function ChangedNote({ isShown, layout = 'form', onShow }: ChangedProps) {
  return (
    <div
      aria-live="polite"
      className={`empty:hidden ${layout === 'form' ? 'sticky -top-2 z-1 -mt-2 bg-raised pt-2 pb-4' : ''}`}
    >
      {isShown && (
        <Note tone="warn" action={<NoteAction onClick={onShow}>{words.showBoth}</NoteAction>}>
          {words.changed}
        </Note>
      )}
    </div>
  )
}

/** A task that was deleted while it was edited. `isFinal` means that it can't be restored. */
export type DeletedState = { isDeleted: boolean; isRestoring: boolean; isFinal: boolean; restore: () => void }

/** Says that another device deleted the task, and offers to restore it with the user's edits. */
export function DeletedNote({
  isDeleted,
  isRestoring,
  isFinal,
  restore,
  layout = 'form',
}: DeletedState & { layout?: Layout }) {
  return (
    <div aria-live="polite" className={`empty:hidden ${layout === 'form' ? 'pb-4' : ''}`}>
      {isDeleted && (
        <Note
          tone="danger"
          action={
            !isFinal && (
              <NoteAction onClick={isRestoring ? () => undefined : restore}>
                {isRestoring ? words.restoring : words.restore}
              </NoteAction>
            )
          }
        >
          {isFinal ? words.gone : deletedElsewhere}
        </Note>
      )}
    </div>
  )
}
