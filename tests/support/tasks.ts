import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

import type { Client } from './build-app.ts'

/** Creates a task for the client's user through the API, by default with the title 'A task'. */
export async function makeTask(client: Client, fields: Partial<TaskDraftInput> = {}): Promise<Task> {
  const response = await client.post('/api/tasks', { title: 'A task', ...fields })
  if (response.statusCode !== 201) {
    throw new Error(`creating a task returned ${response.statusCode}: ${response.body}`)
  }
  return response.json<Task>()
}

/** Creates `count` open tasks at a level, one after the other. */
export async function fillLevel(client: Client, priority: Level, count: number): Promise<Task[]> {
  const tasks: Task[] = []
  for (let i = 0; i < count; i++) tasks.push(await makeTask(client, { title: `Task ${i}`, priority }))
  return tasks
}

/** Returns the task's current state from the API. */
export async function readTask(client: Client, id: number): Promise<Task> {
  const response = await client.get(`/api/tasks/${id}`)
  if (response.statusCode !== 200) {
    throw new Error(`reading task ${id} returned ${response.statusCode}: ${response.body}`)
  }
  return response.json<Task>()
}

/** Returns every task of the client's user, in the order of the API. */
export async function readTasks(client: Client): Promise<Task[]> {
  return (await client.get('/api/tasks')).json<Task[]>()
}
