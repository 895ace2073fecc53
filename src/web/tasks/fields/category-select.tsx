import { memo, useMemo } from 'react'

import { DEFAULT_CATEGORIES } from '#domain/category.ts'
import type { Task } from '#domain/task.ts'

import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { CategoryBadge } from '../category-badge.tsx'
import type { SetField } from '../use-task-form.ts'

type Props = { value: string; tasks: readonly Task[]; error?: string; set: SetField }

/** The default categories, then every other that a task carries. */
export const CategorySelect = memo(function CategorySelect({ value, tasks, error, set }: Props) {
  const options = useMemo(() => {
    const carried = tasks.map((task) => task.category).toSorted((a, b) => a.localeCompare(b))
    return [...new Set([...DEFAULT_CATEGORIES, ...carried, value])].map((name) => ({
      value: name,
      label: <CategoryBadge name={name} />,
    }))
  }, [tasks, value])
  return (
    <Field label="Category" error={error}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(name) => set('category', name)} options={options} />
      )}
    </Field>
  )
})
