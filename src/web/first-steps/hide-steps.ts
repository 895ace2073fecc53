import { changeSettings } from '../account/commands.ts'
import { run } from '../sync/runner/run.ts'

/** Hides the first steps and moves the focus to the control that adds a task. */
export function hideSteps(): void {
  run(changeSettings, { hidesSteps: true })
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>('[data-first-add], [data-quick-add] > button')
    if (document.activeElement === document.body) place?.focus({ preventScroll: true })
  })
}
