import { ChevronDown, CircleAlert, Plus } from 'lucide-react'
import { type SubmitEvent, useCallback, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'

import { offeredProjects } from '../filters/task-filter.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { type RowField, describeRow, rowFieldPath } from './template-form.ts'
import { TEMPLATE_CATEGORIES } from '#domain/templates/template.ts'

import { RestoredNote } from '../drafts/restored-note.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Menu, MenuItem, MenuLabel } from '../ui/menu.tsx'
import { numberText } from '../ui/numbers.ts'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextAreaField, TextField } from '../ui/text-field.tsx'
import { TemplateTaskRow } from './template-task-row.tsx'
import type { TemplateForm } from './use-template-form.ts'
import * as words from './words.ts'

type Props = {
  form: TemplateForm
  /** The user's tasks. Their projects can fill the form. */
  tasks: readonly ShortTask[]
  onMade: () => void
  onStartFrom: (project: string) => void
}

const CATEGORIES = TEMPLATE_CATEGORIES.map((name) => ({ value: name, label: name }))

export function CreateTemplate({ form, tasks, onMade, onStartFrom }: Props) {
  const { values, errors, set } = form
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    form.send(onMade)
  }
  return (
    <form id={form.id} noValidate onSubmit={submit}>
      <RestoredNote restored={form.restored} onDiscard={form.clear} className="pb-3" />
      <div className="grid gap-4 border-b border-line pb-4">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_240px]">
          <TextField
            label={words.name}
            error={errors['name']}
            required
            value={values.name}
            onChange={(event) => set('name', event.target.value)}
            autoComplete="off"
          />
          <Field label={words.category} error={errors['category']}>
            {(ids) => (
              <Select
                {...ids}
                value={values.category}
                onChange={(name) => set('category', name)}
                options={CATEGORIES}
              />
            )}
          </Field>
        </div>
        <TextAreaField
          label={words.description}
          error={errors['description']}
          value={values.description}
          onChange={(event) => set('description', event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-2.5">
          <Switch
            checked={values.isPublic}
            onChange={(isPublic) => set('isPublic', isPublic)}
            label={words.makePublic}
            aria-describedby={`${form.id}-public`}
          />
          <p id={`${form.id}-public`} className="text-meta text-fg-3">
            {words.makePublicHint}
          </p>
        </div>
      </div>
      <TaskRows
        form={form}
        projects={useMemo(() => offeredProjects(tasks), [tasks])}
        onStartFrom={onStartFrom}
      />
    </form>
  )
}

type RowsProps = { form: TemplateForm; projects: readonly string[]; onStartFrom: (project: string) => void }

function TaskRows({ form, projects, onStartFrom }: RowsProps) {
  const { values, errors } = form
  const rows = values.tasks
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    let key = ''
    flushSync(() => {
      key = form.addRow()
    })
    document.getElementById(rowFieldPath(key, 'title'))?.focus()
  }
  const { removeRow } = form
  const remove = useCallback(
    (key: string) => {
      const places = [...(list.current?.children ?? [])].map((item) => item.getAttribute('data-row'))
      flushSync(() => removeRow(key))
      const left = [...(list.current?.children ?? [])]
      const next = left[Math.min(places.indexOf(key), left.length - 1)]?.querySelector('input')
      const target = next ?? addButton.current
      target?.focus()
    },
    [removeRow],
  )
  const errorOf = (key: string, field: RowField) => errors[rowFieldPath(key, field)]
  return (
    <section aria-label={words.templateTasks} className="pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-label font-semibold">
          {words.templateTasks} <output className="font-normal text-fg-3">{numberText(rows.length)}</output>
        </h3>
        {projects.length > 0 && <StartFrom projects={projects} onStartFrom={onStartFrom} />}
        <Button ref={addButton} size="sm" icon={<Plus size={16} />} onClick={add}>
          {words.addTask}
        </Button>
      </div>
      {errors['tasks'] && (
        <p role="alert" className="mt-2 flex gap-1.5 text-meta text-danger-text">
          <CircleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" />
          {errors['tasks']}
        </p>
      )}
      {rows.length > 0 && (
        <div
          aria-hidden="true"
          className="mt-2 grid grid-cols-[minmax(0,1fr)_104px_128px_72px_72px_32px] gap-2 pb-1.5 text-meta text-fg-3 max-md:hidden"
        >
          <span>{words.titleAndDescription}</span>
          <span>{words.priority}</span>
          <span>{words.category}</span>
          <span>{words.hours}</span>
          <span>{words.minutes}</span>
        </div>
      )}
      <ul ref={list} className="grid gap-3 max-md:mt-3">
        {rows.map((row, index) => (
          <TemplateTaskRow
            key={row.key}
            row={row}
            number={index + 1}
            note={describeRow(row, rows)}
            titleError={errorOf(row.key, 'title')}
            descriptionError={errorOf(row.key, 'description')}
            hoursError={errorOf(row.key, 'hours')}
            minutesError={errorOf(row.key, 'minutes')}
            onChange={form.changeRow}
            onRemove={remove}
          />
        ))}
      </ul>
    </section>
  )
}

/** A menu of projects. Choosing a project fills the form with its tasks for review. */
function StartFrom({ projects, onStartFrom }: Pick<RowsProps, 'projects' | 'onStartFrom'>) {
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" size="sm">
          {words.fromProject}
          <ChevronDown size={16} />
        </Button>
      }
    >
      <MenuLabel>{words.saveAsTemplate}</MenuLabel>
      {projects.map((project) => (
        <MenuItem key={project} onSelect={() => onStartFrom(project)}>
          {project}
        </MenuItem>
      ))}
    </Menu>
  )
}
