import { expect, test } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import * as later from '../../board/later-words.ts'
import { restored as categoryRestored } from '../../categories/words.ts'
import { restored as templateRestored } from '../../templates/words.ts'
import { restored } from '../../trash/words.ts'
import { changeTask, duplicateTask } from './commands.ts'

const task = aTask({ title: 'פגישה (3).' })
const ISOLATED = '\u2068פגישה (3).\u2069'

test('toasts and the status of a drag isolate right-to-left names', () => {
  const changed = { changed: task, isWaiting: false, next: null, undo: null }
  const patch = { completed: true }
  const toasts = [
    duplicateTask.success?.(task, task, false),
    changeTask.success?.(changed, { task, patch, press: 'complete' }, false),
    changeTask.success?.(changed, { task, patch }, false),
    restored(task, false),
    categoryRestored(task.title),
    templateRestored(task.title),
  ]
  const texts = [
    later.pickedUp(task),
    later.stays('Canceled', task),
    later.gone(task),
    later.attachTo(task.title),
  ]
  for (const text of [...toasts.map((toast) => toast?.text), ...texts]) expect(text).toContain(ISOLATED)
})
