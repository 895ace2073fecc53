import { type RefObject, useRef, useState } from 'react'

import { newCategoryFault } from '#domain/categories/new-category.ts'

import { serverText } from '../sync/error-text.ts'
import { useLatest } from '../ui/use-latest.ts'
import { useRun } from '../sync/runner/run.ts'
import { createCategory } from './commands.ts'
import * as words from './words.ts'

export type CategoryForm = {
  name: string
  /** The error for the typed name, or for the last name sent. */
  fault: string | null
  isAdding: boolean
  input: RefObject<HTMLInputElement | null>
  type: (name: string) => void
  add: () => void
  clear: () => void
}

/**
 * Returns the state of the form that adds a category. Sending clears the field for the next name. A rejected name
 * returns to the field, even after the dialog was closed, unless the user has begun to type the next one.
 * @param existing the current categories
 */
export function useCategoryForm(existing: readonly string[]): CategoryForm {
  const { run, isPending } = useRun(createCategory)
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const latestName = useLatest(name)
  const input = useRef<HTMLInputElement>(null)
  const type = (text: string) => {
    setName(text)
    setFault(null)
  }
  const add = () => {
    if (isPending) return
    input.current?.focus()
    const found = newCategoryFault(name, existing)
    setFault(found)
    if (found !== null) return
    setName('')
    const sent = name.trim().replaceAll(/\s+/g, ' ')
    run({ name: sent }, { onError: (error) => takeBack(sent, error) })
  }
  const takeBack = (refused: string, error: Error) => {
    if (latestName.current.trim() !== '') return setFault(words.notAdded(refused))
    setName(refused)
    setFault(serverText(error, words.addFailed))
  }
  return { name, fault, isAdding: isPending, input, type, add, clear: () => type('') }
}
