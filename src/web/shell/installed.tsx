import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

import { TITLE_LENGTH_MAX } from '#domain/tasks/task.ts'
import type { TaskFormValues } from '#domain/tasks/task-form.ts'
import { codePoints, cutTo } from '#domain/text.ts'

import { useUserId } from '../auth/queries.ts'
import { storeForAdd } from '../drafts/draft-store.ts'
import { paletteStore } from '../palette/open.ts'
import { openQuickAdd } from '../quick-add/open.ts'
import { type Asked, takeAsked, withoutAsked } from './asked.ts'
import { registerWorker } from '../updates/register-worker.ts'
import { watchTyping } from '../updates/unsaved-text.ts'
import { watchUpdates } from '../updates/updates.ts'

/** Makes the page an app: it opens without the server, notices updates, and accepts shared text and shortcuts. */
export function Installed({ onForm }: { onForm: (filled: Partial<TaskFormValues>) => void }) {
  const userId = useUserId() ?? ''
  const [search, setSearch] = useSearchParams()
  const carryOut = useEffectEvent((asked: Asked) => {
    setSearch(withoutAsked(search.toString()), { replace: true })
    if (asked.kind === 'work') return paletteStore.set('startWork')
    // Truncating first avoids processing a very long text.
    const title = cutTo(TITLE_LENGTH_MAX, asked.text.slice(0, TITLE_LENGTH_MAX * 4), codePoints)
    if (title === asked.text) openQuickAdd({ text: title })
    // The text is too long for a title.
    else {
      const filled = { title, description: asked.text }
      storeForAdd(userId, filled)
      onForm(filled)
    }
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
