import { realIds } from '../sync/runner/outbox.ts'
import { Button } from '../ui/button.tsx'
import { Question } from '../ui/question.tsx'
import { resetClock, useSessionSeconds } from './clock.ts'
import * as words from './words.ts'

type Props = { taskId: number | null; onClose: () => void }

/** Asks before the timer of a task is reset. Closed if `taskId` is null. */
export function ResetQuestion({ taskId, onClose }: Props) {
  return (
    <Question
      open={taskId !== null}
      onEscape={onClose}
      title={words.resetQuestion}
      text={<UnsavedTime taskId={taskId ?? 0} />}
    >
      <Button data-keep onClick={onClose}>
        {words.keepTime}
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          onClose()
          if (taskId !== null) resetClock(realIds.get(taskId) ?? taskId)
        }}
      >
        {words.reset}
      </Button>
    </Question>
  )
}

function UnsavedTime({ taskId }: { taskId: number }) {
  return words.unsavedTime(useSessionSeconds(realIds.get(taskId) ?? taskId))
}
