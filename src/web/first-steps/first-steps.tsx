import { useIsFetching } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'

import { settingsQuery } from '../account/settings.ts'
import { openQuickAdd } from '../quick-add/open.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { useUnmount } from '../ui/use-unmount.ts'
import { calls } from '../sync/runner/calls.ts'
import { addSamples, hideSteps, noteDone } from './commands.ts'
import { closeStep, focusStep } from './step.tsx'
import { StepList } from './step-list.tsx'
import { STEPS, StepsHead } from './steps-head.tsx'
import { StepsRow } from './steps-row.tsx'
import type { StepsState } from './steps-state.ts'
import * as words from './words.ts'

export function FirstSteps({ state }: { state: StepsState }) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  const hasTyped = useRef(false)
  const { place, left, samples, hasOwn } = state
  // Tasks that arrive before the response to this call may be the samples.
  const isAdding = useStore(calls, (all) => all.some(({ command }) => command.name === addSamples.name))
  // Another page's samples arrive before the settings that list them.
  const isReading = useIsFetching({ queryKey: settingsQuery.queryKey }) > 0
  const isTyped = hasOwn && !isAdding && !isReading && left.includes('task')
  useLayoutEffect(() => {
    if (isTyped) void closeStep(box.current, 'task').then(() => noteDone('task'))
  }, [isTyped])
  const shape = `${place} ${left.join()} ${samples.length > 0}`
  useLayoutEffect(() => {
    // The focus was in a part that has disappeared. After adding the first task, the user may be typing the next one.
    const lost = document.activeElement === document.body ? focused.current : null
    if (hasTyped.current && lost?.matches('textarea')) openQuickAdd()
    else if (lost) focusStep(box.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The shape decides which parts are shown.
  }, [shape])
  useUnmount(() => {
    if (!focused.current || document.activeElement !== document.body) return
    const add = document.querySelector<HTMLElement>('[data-first-add], [data-quick-add] > button')
    add?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={box}
      data-commands={words.panel}
      onFocus={({ target }) => (focused.current = target)}
      onInput={() => (hasTyped.current = true)}
      onBlur={({ relatedTarget }) => relatedTarget && (focused.current = null)}
    >
      {place === 'panel' ? (
        <section aria-label={words.panel}>
          <StepsHead>
            <Button variant="ghost" size="sm" className="-mr-2.25" onClick={hideSteps}>
              {words.hide}
            </Button>
          </StepsHead>
          <StepList left={left} className={STEPS} />
        </section>
      ) : (
        <StepsRow state={state} isTyped={isTyped} />
      )}
    </div>
  )
}
