import { useIsFetching } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { useRef, useState } from 'react'

import { type TemplateFormValues, projectToTemplate } from '#domain/template-form.ts'
import type { Template } from '#domain/template.ts'
import type { Task } from '#domain/task.ts'

import { useTasks } from '../tasks/queries.ts'
import { TASKS_KEY } from '../tasks/writes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { DiscardQuestion } from '../ui/discard-question.tsx'
import { BrowseTemplates } from './browse-templates.tsx'
import { CreateTemplate } from './create-template.tsx'
import { useTemplates } from './queries.ts'
import { TemplateDetails } from './template-details.tsx'
import { type TemplateForm, useTemplateForm } from './use-template-form.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** The project that is to be saved as a template; null to see what there is. */
  project: string | null
  /** A project of this name was made of a template. */
  onMade: (projectName: string) => void
}

/** The templates: to browse, to use, to make. Each time it opens, it opens anew, but for what was typed before a reload. */
export function TemplatesDialog(props: Props) {
  const { open } = props
  const [shown, setShown] = useState({ open, round: open ? 1 : 0 })
  if (shown.open !== open) setShown({ open, round: shown.round + (open ? 1 : 0) })
  return shown.round > 0 && <Templates key={shown.round} {...props} />
}

type Tab = 'browse' | 'create'

/** A template that is looked at; it stays shown while its dialog closes. */
type Opened = { template: Template; isUsed: boolean; isOpen: boolean; round: number }

function Templates({ open, onClose, project, onMade }: Props) {
  const { tasks = NO_TASKS } = useTasks(open)
  const list = useTemplates(open)
  const form = useTemplateForm()
  const start = useStartFromProject(form, project, tasks)
  const [tab, setTab] = useState<Tab>(project !== null || form.restored !== 'no' ? 'create' : 'browse')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isDone, setDone] = useState(false)
  const browseTab = useRef<HTMLButtonElement>(null)

  const close = () => {
    form.clear()
    onClose()
  }
  const see = (template: Template, isUsed: boolean) =>
    setOpened({ template, isUsed, isOpen: true, round: (opened?.round ?? 0) + 1 })
  const closeDetails = () => setOpened((opened) => opened && { ...opened, isOpen: false })
  const browse = () => {
    setTab('browse')
    browseTab.current?.focus()
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title="Project Templates"
        width="templates"
        covered={isDone || opened?.isOpen}
        confirmDiscard={form.isEdited || form.isSending}
        footer={tab === 'create' && <CreateFooter form={form} />}
      >
        <Tabs.Root value={tab} onValueChange={(tab) => setTab(tab as Tab)}>
          <Tabs.List
            aria-label="Templates"
            className="sticky -top-2 z-10 -mx-6 -mt-2 flex gap-5 border-b border-line bg-raised px-6 max-sm:-mx-4 max-sm:px-4"
          >
            <Tabs.Trigger
              ref={browseTab}
              value="browse"
              data-autofocus={tab === 'browse' ? true : undefined}
              className={TAB}
            >
              Browse Templates
            </Tabs.Trigger>
            <Tabs.Trigger value="create" className={TAB}>
              Create Template
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="browse" tabIndex={-1} className="min-h-40 pt-4 outline-none">
            <BrowseTemplates
              list={list}
              onPreview={(template) => see(template, false)}
              onUse={(template) => see(template, true)}
              onCreate={() => setTab('create')}
            />
          </Tabs.Content>
          <Tabs.Content value="create" tabIndex={-1} className="pt-4 outline-none">
            <CreateTemplate form={form} tasks={tasks} onMade={browse} onStartFrom={start.from} />
          </Tabs.Content>
        </Tabs.Root>
        <DiscardQuestion open={start.isAsking} onKeep={start.giveUp} onDiscard={form.clear} />
      </Dialog>
      {opened && (
        <TemplateDetails
          key={opened.round}
          template={opened.template}
          open={open && opened.isOpen}
          isUsed={opened.isUsed}
          onClose={closeDetails}
          onOpenerGone={() => browseTab.current?.focus()}
          onMade={(name, count) => {
            // Both close at once, and the focus goes back to what opened the first.
            setOpened(null)
            setDone(true)
            close()
            if (count > 0) onMade(name)
          }}
        />
      )}
    </>
  )
}

const NO_TASKS: readonly Task[] = []

const TAB =
  '-mb-px flex h-9.5 items-center border-b-2 border-transparent text-label font-medium text-fg-2 transition-colors duration-(--d-2) hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-fg max-sm:h-11'

function CreateFooter({ form }: { form: TemplateForm }) {
  const reset = () => {
    if (form.isEdited && !form.isSending) form.reset()
  }
  return (
    <>
      <WayBack form={form} />
      <DialogFooter>
        <Button onClick={reset} aria-disabled={!form.isEdited || form.isSending || undefined}>
          Reset
        </Button>
        <Button
          variant="primary"
          type="submit"
          form={form.id}
          pending={form.isSending}
          pendingLabel="Creating..."
        >
          Create Template
        </Button>
      </DialogFooter>
    </>
  )
}

/** Offers to take back what was taken away. A toast would be out of reach: the dialog holds keyboard and screen reader. */
function WayBack({ form }: { form: TemplateForm }) {
  const { wayBack } = form
  const undo = () => {
    wayBack?.undo()
    document.querySelector<HTMLElement>(`form[id="${form.id}"] [required]`)?.focus()
  }
  return (
    <div className={wayBack ? 'flex items-center gap-2 border-t border-line px-6 py-1.5 max-sm:px-4' : ''}>
      <output className="min-w-0 truncate text-meta text-fg-2">{wayBack?.text}</output>
      {wayBack && (
        <Button variant="ghost" size="sm" onClick={undo}>
          Undo
        </Button>
      )}
    </div>
  )
}

/** Fills the form with a project, after a question when something else was typed in it. */
function useStartFromProject(form: TemplateForm, project: string | null, tasks: readonly Task[]) {
  const [waiting, setWaiting] = useState(project)
  // The completed tasks of the project, and what was changed elsewhere, come after the others.
  const isRead = useIsFetching({ queryKey: TASKS_KEY, exact: true }) === 0
  const isThere = isRead && tasks.length > 0
  if (waiting !== null && isThere && !form.isEdited) {
    setWaiting(null)
    form.fill(filledWith(tasks, waiting))
  }
  return {
    from: (project: string) => setWaiting(project),
    isAsking: waiting !== null && isThere && form.isEdited,
    giveUp: () => setWaiting(null),
  }
}

function filledWith(tasks: readonly Task[], project: string): Pick<TemplateFormValues, 'name' | 'tasks'> {
  return projectToTemplate(tasks, project, Temporal.Now.timeZoneId())
}
