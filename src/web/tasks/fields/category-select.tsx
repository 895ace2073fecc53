import { memo, useMemo } from 'react'

import { offeredCategories } from '#domain/task-filter.ts'
import type { Task } from '#domain/task.ts'

import { useCategoryNames } from '../../categories/queries.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { CategoryBadge } from '../category-badge.tsx'
import type { SetField } from '../use-task-form.ts'

type Props = { value: string; tasks: readonly Task[]; error?: string; set: SetField }

/** The person's categories, then every other that a task carries. */
export const CategorySelect = memo(function CategorySelect({ value, tasks, error, set }: Props) {
  const listed = useCategoryNames()
  const options = useMemo(
    () =>
      offeredCategories(listed, tasks, value).map((name) => ({
        value: name,
        label: <CategoryBadge name={name} />,
      })),
    [listed, tasks, value],
  )
  return (
    <Field label="Category" error={error}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(name) => set('category', name)} options={options} />
      )}
    </Field>
  )
})
