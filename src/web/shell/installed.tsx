import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

import { TITLE_LENGTH_MAX } from '#domain/tasks/task.ts'
import type { TaskFormValues } from '#domain/tasks/task-form.ts'

import { paletteStore } from '../palette/open.ts'
import { openQuickAdd } from '../quick-add/open.ts'
import { type Asked, takeAsked, withoutAsked } from './asked.ts'
import { registerWorker } from '../updates/register-worker.ts'
import { watchTyping } from '../updates/unsaved-text.ts'
import { watchUpdates } from '../updates/updates.ts'

/** Makes the page an app: it opens without the server, notices updates, and accepts shared text and shortcuts. */
export function Installed({ onForm }: { onForm: (filled: Partial<TaskFormValues>) => void }) {
  const [search, setSearch] = useSearchParams()
  const carryOut = useEffectEvent((asked: Asked) => {
    setSearch(withoutAsked(search.toString()), { replace: true })
    if (asked.kind === 'work') paletteStore.set('startWork')
    else if (asked.text.length <= TITLE_LENGTH_MAX) openQuickAdd({ text: asked.text })
    // The text is too long for a title.
    else onForm({ title: asked.text.slice(0, TITLE_LENGTH_MAX), description: asked.text })
  })
  useEffect(() => {
    registerWorker()
    const asked = takeAsked()
    if (asked) carryOut(asked)
    const ends = [watchUpdates(), watchTyping()]
    return () => ends.forEach((end) => end())
  }, [])
  return null
}
