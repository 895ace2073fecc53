import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { putAnswered } from '#domain/task-list.ts'
import type { Task } from '#domain/task.ts'
import type { InstantiationInput, Template, TemplateWithTasks } from '#domain/template.ts'

import { ApiError, request } from '../api.ts'
import { askAgain } from '../ask-again.ts'
import { TASKS_KEY } from '../tasks/writes.ts'
import { showToast } from '../toast.ts'
import { TEMPLATES_KEY } from './changed-templates.ts'
import { makeTemplate } from './make-template.ts'

const templatesQuery = queryOptions({
  queryKey: TEMPLATES_KEY,
  queryFn: () => request<Template[]>('GET', '/api/templates'),
})

const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [...TEMPLATES_KEY, id] as const,
    queryFn: () => request<TemplateWithTasks>('GET', `/api/templates/${id}`),
  })

/** The templates that the person may use. They are read only while the dialog is open. Source: specification 4. */
export function useTemplates(isOpen: boolean) {
  const { data: templates, error, refetch } = useQuery({ ...templatesQuery, enabled: isOpen })
  return { templates, error, refetch }
}

/** A template with its tasks. */
export function useTemplate(id: number) {
  const { data: template, error, isFetching, refetch } = useQuery(templateQuery(id))
  return { template, error: isFetching ? null : error, refetch }
}

/** Makes a template; sent again, it finishes the same one. The list is read again, also when it failed half-way. */
export function useMakeTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: makeTemplate,
    onSuccess: () =>
      showToast({
        title: 'Template created',
        text: 'Your project template has been created successfully.',
      }),
    onError: (error) => showFailed(wordsOf(error) ?? 'Failed to create template.'),
    onSettled: () => void client.invalidateQueries({ queryKey: TEMPLATES_KEY }),
  })
}

/** Deletes a template of the person; the projects that were made after it stay. */
export function useDeleteTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => askAgain((isSecond) => requestDeletion(id, isSecond)),
    onSuccess: (_, id) => {
      client.setQueryData(TEMPLATES_KEY, (templates: Template[] | undefined) =>
        templates?.filter((template) => template.id !== id),
      )
      client.removeQueries({ queryKey: templateQuery(id).queryKey })
      showToast({ title: 'Template deleted', text: 'The template has been successfully deleted.' })
    },
    onError: (error) => {
      showFailed(wordsOf(error) ?? 'Failed to delete template.')
      void client.invalidateQueries({ queryKey: TEMPLATES_KEY, exact: true })
    },
  })
}

type NewProject = { id: number; wanted: InstantiationInput; key: string }

/** Makes a project's tasks after a template, once for each key, and puts them among the person's tasks. */
export function useMakeProject() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, wanted, key }: NewProject) => {
      const path = `/api/templates/${id}/instantiate`
      const headers = { 'Idempotency-Key': key }
      const { tasks } = await askAgain(() => request<{ tasks: Task[] }>('POST', path, wanted, headers))
      client.setQueryData(TASKS_KEY, (list: Task[] | undefined) => list && putAnswered(list, tasks))
      return tasks
    },
    onSuccess: (tasks) =>
      showToast({ title: 'Project created', text: `Created ${tasks.length} tasks from template.` }),
    onError: (error) => showFailed(refusalOf(error) ?? 'Failed to create project from template.'),
  })
}

/** Says that something about a template failed. Source: specification 8. */
export function showFailed(text: string): void {
  showToast({ title: 'Error', text, variant: 'destructive' })
}

/** The server's own words, for a person to read. */
function wordsOf(error: unknown): string | null {
  return error instanceof ApiError ? error.serverMessage : null
}

/** Its words where they help more than that it failed. Source: decisions 7. */
function refusalOf(error: unknown): string | null {
  return error instanceof ApiError && [400, 409].includes(error.status) ? error.serverMessage : null
}

/** Asked a second time, a template that is not there is one that the first deleted. */
async function requestDeletion(id: number, isSecond: boolean): Promise<void> {
  try {
    await request<undefined>('DELETE', `/api/templates/${id}`)
  } catch (error) {
    if (!isSecond || !(error instanceof ApiError) || error.status !== 404) throw error
  }
}
