import { AlertDialog as Radix } from 'radix-ui'

import { Button } from './button.tsx'
import { useReturnFocus } from './return-focus.ts'

type DiscardQuestionProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

/** Asks before what was typed is lost. Escape keeps editing. */
export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  const focus = useReturnFocus((content) => content.querySelector('[data-keep]'))
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onKeep()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focus}
          className="fixed inset-0 z-40 m-auto h-fit w-[calc(100%-32px)] max-w-90 rounded-2xl bg-raised p-6 shadow-sh-4 outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in"
        >
          <Radix.Title className="text-dialog">Discard changes?</Radix.Title>
          <Radix.Description className="mt-1.5 text-body text-fg-2">
            What you typed will be lost.
          </Radix.Description>
          <div className="mt-5 flex justify-end gap-2">
            <Button data-keep onClick={onKeep}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
