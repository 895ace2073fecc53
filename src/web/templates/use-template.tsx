import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import {
  type InstantiationInput,
  type Template,
  type TemplateTask,
  instantiationSchema,
} from '#domain/template.ts'
import { hasDays } from '#domain/template-days.ts'

import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { showToast } from '../toast.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { useMakeProject } from './queries.ts'

type Props = {
  template: Template
  /** Its tasks, once they are known. */
  tasks: readonly TemplateTask[] | undefined
  /** Told whether there is anything that would be lost. */
  onType: (isTyped: boolean) => void
  onMade: (projectName: string, count: number) => void
}

type Errors = { projectName?: string; startDate?: string }

/** Asks what the project is called and, when the template has days, when it starts; and makes it. */
export function UseTemplate({ template, tasks, onType, onMade }: Props) {
  const id = useId()
  const [projectName, setProjectName] = useState('')
  const [startDate, setStartDate] = useState(() => Temporal.Now.plainDateISO().toString())
  const [errors, setErrors] = useState<Errors>({})
  const make = useMakeProject()
  const keyOf = useKeyOfContent()
  const name = useRef<HTMLInputElement>(null)
  // Also when the button that is pressed for it is gone then.
  useEffect(() => name.current?.focus(), [])
  const hasStart = tasks?.some(hasDays) ?? false

  const type = (name: string) => {
    setProjectName(name)
    setErrors({})
    onType(name.trim() !== '')
  }
  const refuse = (found: Errors) => {
    flushSync(() => setErrors(found))
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (make.isPending) return
    const wanted = { projectName, startDate: hasStart ? startDate || null : null }
    const checked = instantiationSchema.safeParse(wanted)
    if (!checked.success) {
      const found: Errors = Object.fromEntries(
        checked.error.issues.map(({ path, message }) => [path.join('.'), message]),
      )
      if (projectName.trim() === '') showToast(NAME_REQUIRED)
      return refuse(found)
    }
    make.mutate(
      { id: template.id, wanted: checked.data, key: keyOf(checked.data) },
      { onSuccess: (made) => onMade(checked.data.projectName, made.length) },
    )
  }
  return (
    <form
      id={id}
      noValidate
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-start justify-end gap-2 max-sm:flex-auto max-sm:flex-wrap"
    >
      <Field
        label="Project Name"
        error={errors.projectName}
        className="max-w-62 flex-1 max-sm:max-w-none max-sm:flex-auto max-sm:basis-full"
      >
        {(ids) => (
          <Input
            {...ids}
            required
            ref={name}
            value={projectName}
            onChange={(event) => type(event.target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      {hasStart && (
        <Field label="Project Start" error={errors.startDate} className="w-36 max-sm:w-full">
          {(ids) => (
            <DateField
              {...ids}
              label="Project Start"
              value={startDate}
              onChange={(day) => {
                setStartDate(day)
                setErrors({})
              }}
            />
          )}
        </Field>
      )}
      <Button
        variant="primary"
        type="submit"
        pending={make.isPending}
        pendingLabel="Creating..."
        className="mt-5.5 min-h-9 max-sm:mt-0 max-sm:min-h-11 max-sm:flex-1"
      >
        Create Project
      </Button>
    </form>
  )
}

/** Source: specification 5. */
const NAME_REQUIRED = {
  title: 'Project name required',
  text: 'Please enter a project name to continue.',
  variant: 'destructive',
} as const

/** One key for one content: sending the same again makes nothing twice, sending something else is something new. */
function useKeyOfContent(): (wanted: InstantiationInput) => string {
  const sent = useRef({ content: '', key: '' })
  return (wanted) => {
    const content = JSON.stringify(wanted)
    if (sent.current.content !== content) sent.current = { content, key: newIdempotencyKey() }
    return sent.current.key
  }
}
