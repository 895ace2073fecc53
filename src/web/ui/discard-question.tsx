import { Button } from './button.tsx'
import { Question } from './question.tsx'

type DiscardQuestionProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

/** Asks before what was typed is lost. Escape keeps editing. */
export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Question open={open} onEscape={onKeep} title="Discard changes?" text="What you typed will be lost.">
      <Button data-keep onClick={onKeep}>
        Keep editing
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </Question>
  )
}
