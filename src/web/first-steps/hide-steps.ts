import { changeSettings } from '../account/commands.ts'
import { run } from '../sync/runner/run.ts'

/** Hides the first steps. The focus goes to where a task is added. */
export function hideSteps(): void {
  run(changeSettings, { hidesSteps: true })
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>('[data-first-add], [data-quick-add] > button')
    if (document.activeElement === document.body) place?.focus({ preventScroll: true })
  })
}
