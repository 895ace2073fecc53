import type { ReactNode } from 'react'

import { FIRST_STEPS, type FirstStep } from '#domain/account/first-steps.ts'

import { durationOf, easingOf } from '../ui/motion.ts'
import * as words from './words.ts'

type Props = {
  step: FirstStep
  texts: words.StepWords
  /** Shown beside the text on wide screens, under it on phones. */
  action?: ReactNode
  /** Shown under the text. */
  children?: ReactNode
}

/** One step with its number, which stays the same when other steps are done. */
export function Step({ step, texts: { title, text, shortText }, action, children }: Props) {
  const number = FIRST_STEPS.indexOf(step) + 1
  return (
    <li
      data-step={step}
      className="overflow-clip border-b border-line [overflow-clip-margin:4px] last:border-0"
    >
      <div className="flex gap-3.75 py-3.75 max-sm:gap-3 max-sm:py-3">
        <span
          aria-hidden
          className="mt-px flex size-6 shrink-0 items-center justify-center rounded-full border border-control text-label tabular-nums"
        >
          {number}
        </span>
        <div className="flex min-w-0 flex-1 gap-x-6 gap-y-3 max-sm:flex-col sm:items-center sm:justify-between">
          <div className="min-w-0 flex-1">
            <h3 className="text-[15px]/[22px] font-[590]">
              <span className="sr-only">{words.step(number)}</span>
              {title}
            </h3>
            <p className="text-label leading-5 text-fg-2 max-sm:hidden">{text}</p>
            <p className="text-label leading-5 text-fg-2 sm:hidden">{shortText ?? text}</p>
            {children}
          </div>
          {action}
        </div>
      </div>
    </li>
  )
}

/** Fades out a completed step and closes the gap, if the step is still shown. */
export async function closeStep(box: Element | null, step: FirstStep): Promise<void> {
  const item = box?.querySelector<HTMLElement>(`[data-step="${step}"]`)
  const duration = item ? durationOf(item, '--d-4') : 0
  if (!item || duration === 0) return
  const frames = [
    { opacity: 1, height: `${item.offsetHeight}px` },
    { opacity: 0, height: '0px' },
  ]
  await item.animate(frames, { duration, easing: easingOf(item, '--e-move'), fill: 'forwards' }).finished
}

/** Focuses the first control of the first step, or of the row. */
export function focusStep(box: Element | null): void {
  const control =
    box?.querySelector<HTMLElement>('li :is(textarea, button)') ?? box?.querySelector<HTMLElement>('button')
  control?.focus({ preventScroll: true })
}
