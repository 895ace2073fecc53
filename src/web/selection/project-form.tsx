import type { FormEvent } from 'react'

import { PROJECT_NAME_LENGTH_MAX } from '#domain/limits.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { findNames, offeredProjects } from '../filters/task-filter.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import * as words from './words.ts'

type Props = {
  tasks: readonly ShortTask[]
  count: number
  /** The typed name, which stays when the form closes. */
  text: string
  setText: (text: string) => void
  /** Called with null for no project. */
  onChoose: (project: string | null) => void
}

export function ProjectForm({ tasks, count, text, setText, onChoose }: Props) {
  const name = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name) onChoose(name)
  }
  return (
    <form onSubmit={submit} className="grid gap-2 p-3">
      <p className="text-meta text-fg-3">{words.projectTitle(count)}</p>
      <Input
        type="text"
        aria-label={words.projectName}
        aria-describedby="bulk-project-hint"
        placeholder={words.projectName}
        autoComplete="off"
        maxLength={PROJECT_NAME_LENGTH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="max-h-45 overflow-y-auto overscroll-contain">
        {findNames(offeredProjects(tasks), text).map((project) => (
          <li key={project}>
            <button
              type="button"
              dir="auto"
              onClick={() => onChoose(project)}
              className="min-h-8 w-full rounded-sm px-2 py-1 text-start text-label wrap-anywhere hover:bg-hover focus-visible:-outline-offset-2 touch:min-h-10"
            >
              {project}
            </button>
          </li>
        ))}
      </ul>
      <p id="bulk-project-hint" className="text-meta text-fg-2">
        {words.projectHint}
      </p>
      <div className="flex justify-between gap-2">
        <Button variant="ghost" onClick={() => onChoose(null)}>
          {words.noProject}
        </Button>
        <SubmitButton aria-disabled={!name}>{words.setProject}</SubmitButton>
      </div>
    </form>
  )
}
