import { useEffect, useState } from 'react'

import type { Level } from '#domain/priority.ts'

import { forgetArrival, readArrival } from './arrival.ts'

/** What the add dialog is open for: no level chosen yet, or one. */
type Adding = { level?: Level }

/** What the dialog of templates is open for: to see them, or to save a project as one. */
type OpenTemplates = { project: string | null }

/** The dialogs behind the header's buttons: which of them is open, and what for. */
export function useHeaderDialogs() {
  const [arrival] = useState(readArrival)
  useEffect(forgetArrival, [])
  const [adding, setAdding] = useState<Adding | null>(arrival === 'add-task' ? {} : null)
  const [showsCategories, setShowsCategories] = useState(arrival === 'categories')
  const [templates, setTemplates] = useState<OpenTemplates | null>(
    arrival === 'templates' ? { project: null } : null,
  )
  return { adding, setAdding, showsCategories, setShowsCategories, templates, setTemplates }
}
