import { memo, useMemo } from 'react'

import { offeredCategories } from '../../filters/task-filter.ts'
import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useCategoryNames } from '../../categories/queries.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { CategoryBadge } from '../../categories/category-badge.tsx'
import type { SetField } from '../use-task-form.ts'

type Props = { value: string; tasks: readonly ShortTask[]; error?: string; set: SetField }

/** Offers the user's categories, followed by any others that tasks have. */
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
    <Field label={TASK_FIELDS.category.label} error={error}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(name) => set('category', name)} options={options} />
      )}
    </Field>
  )
})
