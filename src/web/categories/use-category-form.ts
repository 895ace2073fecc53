import { type RefObject, useRef, useState } from 'react'

import { newCategoryFault } from '#domain/new-category.ts'

import { ApiError } from '../api.ts'
import { useLatest } from '../use-latest.ts'
import { useAddCategory } from './queries.ts'

export type CategoryForm = {
  name: string
  /** What is wrong with the name, or with the one that was sent. */
  fault: string | null
  isAdding: boolean
  input: RefObject<HTMLInputElement | null>
  type: (name: string) => void
  add: () => void
  clear: () => void
}

/**
 * The name of a new category. It leaves the field when it is sent, so that the next one can be typed, and comes back
 * when it is refused, also after the dialog was closed. Where the next one stands by then, the refused one is told.
 * @param existing the categories there are
 */
export function useCategoryForm(existing: readonly string[]): CategoryForm {
  const { mutate, isPending } = useAddCategory()
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
    mutate(name.trim(), { onError: (error, refused) => takeBack(refused, error) })
  }
  const takeBack = (refused: string, error: Error) => {
    if (latestName.current.trim() !== '') return setFault(`"${refused}" was not added.`)
    setName(refused)
    setFault(error instanceof ApiError ? error.serverMessage : null)
  }
  return { name, fault, isAdding: isPending, input, type, add, clear: () => type('') }
}
