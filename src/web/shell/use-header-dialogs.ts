import { useEffect, useState } from 'react'

import type { Level } from '#domain/tasks/priority.ts'
import type { TaskFormValues } from '#domain/tasks/task-form.ts'

import { forgetArrival, readArrival } from './arrival.ts'

/** The initial values of the add dialog, if any. */
type Adding = { level?: Level; filled?: Partial<TaskFormValues> }

/** The project to save as a template; null shows the list. */
type OpenTemplates = { project: string | null }

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
