import { changeSettings } from '../account/commands.ts'
import { run } from '../sync/runner/run.ts'

export function hideSteps(): void {
  run(changeSettings, { hidesSteps: true })
}
