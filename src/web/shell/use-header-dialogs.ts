import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'

import type { Level } from '#domain/tasks/priority.ts'
import type { TaskFormValues } from '#domain/tasks/task-form.ts'

import { pathOfProject } from '../filters/use-task-filter.ts'
import { forgetArrival, readArrival } from './arrival.ts'

/** The initial values of the add dialog, if any. */
type Adding = { level?: Level; filled?: Partial<TaskFormValues> }

/** The project to save as a template; null shows the list. */
type OpenTemplates = { project: string | null }

/** Returns the open dialogs of the main page, and functions that stay the same between renders. */
export function useHeaderDialogs() {
  const [arrival] = useState(readArrival)
  useEffect(forgetArrival, [])
  const [adding, setAdding] = useState<Adding | null>(arrival === 'add-task' ? {} : null)
  const [showsCategories, setShowsCategories] = useState(arrival === 'categories')
  const [templates, setTemplates] = useState<OpenTemplates | null>(
    arrival === 'templates' ? { project: null } : null,
  )
  const [showsKeys, setShowsKeys] = useState(false)
  const [, navigate] = useLocation()
  const actions = useMemo(
    () => ({
      openForm: () => setAdding({}),
      openFormAt: (level?: Level) => setAdding({ level }),
      openFormWith: (filled: Partial<TaskFormValues>) => setAdding({ filled }),
      closeForm: () => setAdding(null),
      openCategories: () => setShowsCategories(true),
      closeCategories: () => setShowsCategories(false),
      openTemplates: () => setTemplates({ project: null }),
      saveAsTemplate: (project: string) => setTemplates({ project }),
      closeTemplates: () => setTemplates(null),
      showProject: (project: string, replace: boolean) => navigate(pathOfProject(project), { replace }),
      openKeys: () => setShowsKeys(true),
      closeKeys: () => setShowsKeys(false),
    }),
    [navigate],
  )
  return { adding, showsCategories, templates, showsKeys, ...actions }
}
