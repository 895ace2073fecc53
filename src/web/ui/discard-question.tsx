import { Button } from './button.tsx'
import { Question } from './question.tsx'
import * as words from './words.ts'

type DiscardQuestionProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Question open={open} onEscape={onKeep} {...words.discardQuestion}>
      <Button data-keep onClick={onKeep}>
        {words.keepEditing}
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        {words.discard}
      </Button>
    </Question>
  )
}
