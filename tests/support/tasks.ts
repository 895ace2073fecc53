import type { Level } from '#domain/priority.ts'
import type { Task, TaskDraftInput } from '#domain/task.ts'

import type { Client } from './build-app.ts'

/** Makes a task of the client's user through the API; its title is 'A task' unless told. */
export async function makeTask(client: Client, fields: Partial<TaskDraftInput> = {}): Promise<Task> {
  const response = await client.post('/api/tasks', { title: 'A task', ...fields })
  if (response.statusCode !== 201) {
    throw new Error(`making a task answered ${response.statusCode}: ${response.body}`)
  }
  return response.json<Task>()
}

/** Makes `count` open tasks at a level, one after the other. */
export async function fillLevel(client: Client, priority: Level, count: number): Promise<Task[]> {
  const tasks: Task[] = []
  for (let i = 0; i < count; i++) tasks.push(await makeTask(client, { title: `Task ${i}`, priority }))
  return tasks
}

/** The task as the API answers it now. */
export async function readTask(client: Client, id: number): Promise<Task> {
  const response = await client.get(`/api/tasks/${id}`)
  if (response.statusCode !== 200) {
    throw new Error(`reading task ${id} answered ${response.statusCode}: ${response.body}`)
  }
  return response.json<Task>()
}

/** Every task of the client's user, in the order of the API. */
export async function readTasks(client: Client): Promise<Task[]> {
  return (await client.get('/api/tasks')).json<Task[]>()
}
