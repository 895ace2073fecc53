import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'

import { projectToTemplate, tasksOfProject } from './template-form.ts'
import type { Template } from '#domain/templates/template.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'

import { loadTexts } from '../tasks/data/load-texts.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { isDialogEntry } from '../ui/dialog-entry.ts'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { DiscardQuestion } from '../ui/discard-question.tsx'
import { useLatest } from '../ui/use-latest.ts'
import { BrowseTemplates } from './browse-templates.tsx'
import { CreateTemplate } from './create-template.tsx'
import { useTemplates } from './queries.ts'
import { TemplateDetails } from './template-details.tsx'
import { type TemplateForm, useTemplateForm } from './use-template-form.ts'
import * as words from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** The project to save as a template; null shows the list. */
  project: string | null
  /** Goes to the created project. Replaces this dialog's history entry if `isReplacing`. */
  onMade: (projectName: string, isReplacing: boolean) => void
}

/** Browses, uses and creates templates. Resets its state when it opens, except for a draft from before a reload. */
export function TemplatesDialog(props: Props) {
  const { open } = props
  const [shown, setShown] = useState({ open, round: open ? 1 : 0 })
  if (shown.open !== open) setShown({ open, round: shown.round + (open ? 1 : 0) })
  return shown.round > 0 && <Templates key={shown.round} {...props} />
}

type Tab = 'browse' | 'create'

/** The template in the details dialog. The template stays while the dialog closes. */
type Opened = { template: Template; isUsed: boolean; isOpen: boolean; round: number }

function Templates({ open, onClose, project, onMade }: Props) {
  const { tasks = NO_TASKS } = useTasks(open)
  const list = useTemplates(open)
  const form = useTemplateForm()
  const start = useStartFromProject(form, project, tasks)
  const [tab, setTab] = useState<Tab>(project !== null || form.restored !== 'no' ? 'create' : 'browse')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isDone, setIsDone] = useState(false)
  const browseTab = useRef<HTMLButtonElement>(null)

  const close = () => {
    form.clear()
    onClose()
  }
  const see = (template: Template, isUsed: boolean) =>
    setOpened({ template, isUsed, isOpen: true, round: (opened?.round ?? 0) + 1 })
  const closeDetails = () => setOpened((opened) => opened && { ...opened, isOpen: false })
  const browse = () => {
    // If the form is gone, the user has left it and may be typing elsewhere.
    if (document.getElementById(form.id)) browseTab.current?.focus()
    setTab('browse')
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={words.title}
        width="templates"
        covered={isDone || opened?.isOpen}
        confirmDiscard={form.isEdited || form.isSending}
        footer={tab === 'create' && <CreateFooter form={form} />}
      >
        <Tabs.Root value={tab} onValueChange={(tab) => setTab(tab as Tab)}>
          <Tabs.List
            aria-label={words.tabs}
            className="sticky -top-2 z-10 -mx-6 -mt-2 flex gap-5 border-b border-line bg-raised px-6 max-sm:-mx-4 max-sm:px-4"
          >
            <Tabs.Trigger
              ref={browseTab}
              value="browse"
              data-autofocus={tab === 'browse' ? true : undefined}
              className={TAB}
            >
              {words.browse}
            </Tabs.Trigger>
            <Tabs.Trigger value="create" className={TAB}>
              {words.create}
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
            // Both dialogs close at the same time, so that the focus returns to the opener of the first.
            setOpened(null)
            setIsDone(true)
            // The draft of a new template stays, because nobody was asked to discard it.
            onClose()
            if (count > 0) onMade(name, isDialogEntry())
          }}
        />
      )}
    </>
  )
}

const TAB =
  '-mb-px flex h-9.5 items-center border-b-2 border-transparent text-label font-medium text-fg-2 transition-colors duration-(--d-2) hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:border-ink forced-colors:data-[state=active]:border-[Highlight] data-[state=active]:text-fg max-sm:h-11'

function CreateFooter({ form }: { form: TemplateForm }) {
  const isOff = form.isSending || (!form.isEdited && form.values.tasks.length === 0)
  return (
    <>
      <UndoBar form={form} />
      <DialogFooter>
        <Button onClick={() => isOff || form.reset()} aria-disabled={isOff || undefined}>
          {words.reset}
        </Button>
        <SubmitButton form={form.id} pending={form.isSending} pendingLabel={words.creating}>
          {words.create}
        </SubmitButton>
      </DialogFooter>
    </>
  )
}

/** Offers to undo a removal. A toast is out of reach while the dialog traps the keyboard and the screen reader. */
function UndoBar({ form }: { form: TemplateForm }) {
  const { undoable } = form
  const undo = () => {
    undoable?.undo()
    document.querySelector<HTMLElement>(`form[id="${form.id}"] [required]`)?.focus()
  }
  return (
    <div className={undoable ? 'flex items-center gap-2 border-t border-line px-6 py-1.5 max-sm:px-4' : ''}>
      <output className="min-w-0 truncate text-meta text-fg-2">{undoable?.text}</output>
      {undoable && (
        <Button variant="ghost" size="sm" onClick={undo}>
          {words.undo}
        </Button>
      )}
    </div>
  )
}

/** Fills the form with a project. Asks before discarding input. Gives up if long text can't be loaded. */
function useStartFromProject(form: TemplateForm, project: string | null, tasks: readonly ShortTask[]) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(project)
  // Wait for the whole list: completed tasks and recent changes arrive after the board's tasks.
  const isRead = useIsFetching({ queryKey: TASKS_KEY, exact: true }) === 0
  const isReady = waiting !== null && isRead && tasks.length > 0
  const ofProject = tasksOfProject(isReady ? tasks : NO_TASKS, waiting ?? '')
  const lacksTexts = isReady && !form.isEdited && !ofProject.every(hasTexts)
  if (isReady && !form.isEdited && ofProject.every(hasTexts)) {
    setWaiting(null)
    form.fill(projectToTemplate(ofProject, waiting, Temporal.Now.timeZoneId()))
  }
  const latest = useLatest(ofProject)
  useEffect(() => {
    const giveUp = () => setWaiting((now) => (now === waiting ? null : now))
    if (lacksTexts) void loadTexts(client, latest.current).then((read) => read ?? giveUp())
  }, [client, lacksTexts, latest, waiting])
  return {
    from: (project: string) => setWaiting(project),
    isAsking: isReady && form.isEdited,
    giveUp: () => setWaiting(null),
  }
}
