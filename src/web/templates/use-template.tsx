import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'

import {
  type InstantiationInput,
  type Template,
  type TemplateTask,
  instantiationSchema,
} from '#domain/templates/template.ts'
import { needsStart } from '#domain/templates/template-days.ts'

import { messagesByPath } from '../auth/messages-by-path.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { dueReaderQuery } from '../task-form/due-reader.ts'
import { showToast } from '../toasts/toast.ts'
import { SubmitButton } from '../ui/button.tsx'
import { DateField } from '../calendar/date-field.tsx'
import { Field } from '../ui/field.tsx'
import { Input, focusInput } from '../ui/input.tsx'
import { showErrors } from '../ui/use-error-focus.ts'
import { useLatest } from '../ui/use-latest.ts'
import { useRun } from '../sync/runner/run.ts'
import { instantiateTemplate } from './commands.ts'
import * as words from './words.ts'

type Props = {
  open: boolean
  template: Template
  /** The template's tasks, once they have loaded. */
  tasks: readonly TemplateTask[] | undefined
  /** Whether the tasks failed to load, so that it is unknown whether the template has days. */
  isUnknown: boolean
  /** Called as the user types. `isTyped` is whether closing would lose input. */
  onType: (isTyped: boolean) => void
  onMade: (projectName: string, count: number) => void
}

type Errors = { projectName?: string; startDate?: string }

/** Creates a project: asks for its name and, if the template has days, for its start. */
export function UseTemplate({ open, template, tasks, isUnknown, onType, onMade }: Props) {
  const [projectName, setProjectName] = useState('')
  const [startDate, setStartDate] = useState(() => Temporal.Now.plainDateISO().toString())
  const [errors, setErrors] = useState<Errors>({})
  const reader = useQuery(dueReaderQuery).data
  const make = useRun(instantiateTemplate)
  const keyOf = useKeyOfContent()
  const latest = useLatest({ open, projectName })
  const hasStart = (tasks !== undefined || isUnknown) && needsStart(tasks)

  const type = (name: string) => {
    setProjectName(name)
    setErrors({})
    onType(name.trim() !== '')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (make.isPending) return
    const wanted = { projectName, startDate: needsStart(tasks) ? startDate || null : null }
    const checked = instantiationSchema.safeParse(wanted)
    if (!checked.success || tasks?.length === 0) {
      const found: Errors = checked.success
        ? { projectName: words.noTasks }
        : messagesByPath(checked.error.issues)
      if (projectName.trim() === '') showToast({ ...words.projectNameRequired, variant: 'destructive' })
      return showErrors(event.currentTarget, () => setErrors(found))
    }
    make.run(
      { id: template.id, wanted: checked.data, tasks },
      {
        key: keyOf(checked.data),
        onSuccess: (made) => {
          if (!made && !tasks) showToast(words.projectWaits)
          // A name typed during the request belongs to the next project.
          if (!latest.current.open || latest.current.projectName !== projectName) return
          onMade(checked.data.projectName, (made ?? tasks ?? []).length)
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-start justify-end gap-2 max-sm:flex-auto max-sm:flex-wrap"
    >
      <Field
        label={words.projectName}
        error={errors.projectName}
        className="max-w-62 flex-1 max-sm:max-w-none max-sm:basis-full"
      >
        {(ids) => (
          <Input
            {...ids}
            required
            ref={focusInput}
            value={projectName}
            onChange={(event) => type(event.target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      {hasStart && (
        <Field label={words.projectStart} error={errors.startDate} className="w-44 max-sm:w-full">
          {(ids) => (
            <DateField
              {...ids}
              label={words.projectStart}
              value={startDate}
              read={
                reader &&
                ((text) => reader.readDueText(text, Temporal.Now.zonedDateTimeISO())?.slice(0, 10) ?? null)
              }
              onChange={(day) => {
                setStartDate(day)
                setErrors({})
              }}
            />
          )}
        </Field>
      )}
      <SubmitButton
        pending={make.isPending}
        pendingLabel={words.creating}
        className="mt-5.5 min-h-9 max-sm:mt-0 max-sm:min-h-11 max-sm:flex-1"
      >
        {words.createProject}
      </SubmitButton>
    </form>
  )
}

/** Returns a function that returns the same key for the same input, so that a retry creates nothing twice. */
function useKeyOfContent(): (wanted: InstantiationInput) => string {
  const sent = useRef({ content: '', key: '' })
  return (wanted) => {
    const content = JSON.stringify(wanted)
    if (sent.current.content !== content) sent.current = { content, key: newIdempotencyKey() }
    return sent.current.key
  }
}
