import type { SubmitEvent } from 'react'

import { DEFAULT_CATEGORIES } from '#domain/categories/category.ts'
import { CATEGORY_LENGTH_MAX } from '#domain/categories/new-category.ts'
import { cleanName, codePoints } from '#domain/text.ts'

import { errorText } from '../sync/error-text.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { numberText } from '../ui/numbers.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { CategoryTable } from './category-table.tsx'
import { useCategories } from './queries.ts'
import { type CategoryForm, useCategoryForm } from './use-category-form.ts'
import * as words from './words.ts'

export function CategoriesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { categories, error, refetch } = useCategories()
  const form = useCategoryForm(categories ?? DEFAULT_CATEGORIES)
  const close = () => {
    form.clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.title}
      width="categories"
      confirmDiscard={form.name.trim() !== ''}
    >
      <AddCategory form={form} />
      {categories ? (
        <CategoryTable categories={categories} onEmptied={() => form.input.current?.focus()} />
      ) : error ? (
        <ErrorState title={words.notLoaded} text={errorText(error)} onRetry={refetch} />
      ) : (
        <Loading label={words.loading} rows={6}>
          <div className="flex h-10 items-center justify-between border-b border-line">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-20" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

function AddCategory({ form }: { form: CategoryForm }) {
  const { name, fault, isAdding, input, type, add } = form
  const length = codePoints(cleanName(name))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    add()
  }
  return (
    <form noValidate onSubmit={submit} className="pb-3">
      <Field label={<span className="sr-only">{words.newName}</span>} error={fault}>
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              ref={input}
              value={name}
              placeholder={words.newNamePlaceholder}
              autoComplete="off"
              onChange={(event) => type(event.target.value)}
              suffix={
                <span className={`text-meta ${length > CATEGORY_LENGTH_MAX ? 'text-danger-text' : ''}`}>
                  {numberText(length)}/{numberText(CATEGORY_LENGTH_MAX)}
                </span>
              }
            />
            <SubmitButton
              // With `disabled`, Enter in the field would show no error.
              aria-disabled={length === 0}
              pending={isAdding}
              className="min-h-9 max-sm:min-h-11"
            >
              {words.add}
            </SubmitButton>
          </div>
        )}
      </Field>
    </form>
  )
}
