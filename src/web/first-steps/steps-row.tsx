import { X } from 'lucide-react'
import { useState } from 'react'

import type { Task } from '#domain/tasks/task.ts'

import { errorText } from '../sync/error-text.ts'
import { run } from '../sync/runner/run.ts'
import { showError } from '../toasts/toast.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { hideSteps, removeSamples, removeWithTimes } from './commands.ts'
import { StepList } from './step-list.tsx'
import type { StepsState } from './steps-state.ts'
import * as words from './words.ts'

export function StepsRow({ state, isTyped }: { state: StepsState; isTyped: boolean }) {
  const { left, samples } = state
  const more = left.length - (isTyped ? 1 : 0)
  const [isOpen, setIsOpen] = useState(false)
  const shows = isOpen && left.length > 0
  return (
    <section aria-label={words.panel} className="mt-6 border-t border-line text-label text-fg-2">
      <div className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1 py-1.5">
        {more > 0 && (
          <span className="flex items-center gap-2">
            {words.moreSteps(more)}
            <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? words.showLess : words.show}
            </Button>
          </span>
        )}
        {samples.length > 0 && (
          <span className="flex items-center gap-2">
            {words.sampleCount(samples.length)}
            <Button
              variant="ghost"
              size="sm"
              onClick={() => void removeWithTimes(samples, remove).catch(showNotRemoved)}
            >
              {words.removeSamples}
            </Button>
          </span>
        )}
        {more > 0 && (
          <IconButton label={words.hide} icon={<X size={16} />} onClick={hideSteps} className="ml-auto" />
        )}
      </div>
      {shows && <StepList left={left} className="mx-auto w-full max-w-190 border-t border-line text-fg" />}
    </section>
  )
}

const remove = async (whole: readonly Task[]) => run(removeSamples, whole)
const showNotRemoved = (error: unknown) => showError(errorText(error))
