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

type InputProps = FieldTexts & ComponentProps<typeof Input>

export function TextField({ label, optional, hint, error, ...input }: InputProps) {
  return <Field {...{ label, optional, hint, error }}>{(ids) => <Input {...ids} {...input} />}</Field>
}

type AreaProps = FieldTexts & ComponentProps<typeof Textarea>

export function TextAreaField({ label, optional, hint, error, ...area }: AreaProps) {
  return <Field {...{ label, optional, hint, error }}>{(ids) => <Textarea {...ids} {...area} />}</Field>
}
