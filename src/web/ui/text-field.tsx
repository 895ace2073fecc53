import type { ComponentProps, ReactNode } from 'react'

import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Textarea } from './textarea.tsx'

/** The text that a field shows around its control. */
export type FieldTexts = {
  label: ReactNode
  optional?: boolean | undefined
  hint?: ReactNode
  error?: ReactNode
}

export function TextField({
  label,
  optional,
  hint,
  error,
  ...input
}: FieldTexts & ComponentProps<typeof Input>) {
  return <Field {...{ label, optional, hint, error }}>{(ids) => <Input {...ids} {...input} />}</Field>
}

export function TextAreaField({
  label,
  optional,
  hint,
  error,
  ...area
}: FieldTexts & ComponentProps<typeof Textarea>) {
  return <Field {...{ label, optional, hint, error }}>{(ids) => <Textarea {...ids} {...area} />}</Field>
}
