import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

import type { LightMyRequestResponse } from 'fastify'

import type { Task } from '#domain/task.ts'
import type { Client, TestClock } from '#tests/support/build-app.ts'
import { readTasks } from '#tests/support/tasks.ts'

import { checkInvariants } from './invariants.ts'
import { type Step, describeStep } from './steps.ts'
import { type Answer, type Call, type Model, copyModel, listAll, makeCall } from './tasks-model.ts'

/** The real program, as one signed-in user reaches it. */
export type Real = { client: Client; clock: TestClock; templateId: number; foreignId: number }

/** A step as fast-check runs it: on the model and on the real program, which must then be the same. */
export class StepCommand {
  readonly step: Step

  constructor(step: Step) {
    this.step = step
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const { minutes } = this.step
    if (minutes !== undefined) real.clock.advance({ minutes })
    const before = listAll(model)
    const calls = this.step.calls({ model, foreignId: real.foreignId })
    const responses = await Promise.all(calls.map((call) => sendCall(real, call)))
    const actual = { answers: responses.map(readAnswer), tasks: await readTasks(real.client) }
    checkInvariants(calls, before, actual)
    const orders =
      calls.length === 2
        ? [
            [0, 1],
            [1, 0],
          ]
        : [[...calls.keys()]]
    const outcomes = orders.map((order) => foretell(model, calls, order, actual, real.clock.now()))
    const [first] = outcomes
    const fitting = outcomes.find((outcome) => isDeepStrictEqual(outcome.foretold, actual))
    if (!fitting) assert.deepEqual(actual, first?.foretold)
    Object.assign(model, fitting?.model)
  }

  toString(): string {
    return describeStep(this.step)
  }
}

export type Outcome = { answers: Answer[]; tasks: Task[] }

/**
 * What comes of calls that are made one after the other in an order. Two that are made at once may come to either.
 * The ids of new tasks are the program's affair, but never those of earlier ones; so they are read off its list.
 */
function foretell(model: Model, calls: Call[], order: number[], actual: Outcome, now: string) {
  const copy = copyModel(model)
  const newIds = actual.tasks.map((task) => task.id).filter((id) => id > model.idMax)
  newIds.sort((a, b) => a - b)
  const answers: Answer[] = []
  for (const i of order) {
    const call = calls[i]
    if (!call) continue
    const allowed = makeCall(copy, call, { now, newId: () => newIds.shift() ?? -1 })
    const fitting = allowed.find((answer) => isDeepStrictEqual(answer, actual.answers[i]))
    answers[i] = fitting ?? (allowed[0] as Answer)
  }
  return { model: copy, foretold: { answers, tasks: listAll(copy) } }
}

function sendCall({ client, templateId }: Real, call: Call): Promise<LightMyRequestResponse> {
  switch (call.kind) {
    case 'create':
      return client.post('/api/tasks', call.fields, call.key === null ? {} : { 'idempotency-key': call.key })
    case 'change': {
      const query = call.endsSeries ? '?recurrence=end' : ''
      const headers = { 'x-time-zone': call.zone, ...ifMatchOf(call) }
      return client.patch(`/api/tasks/${call.id}${query}`, call.fields, headers)
    }
    case 'delete':
      return client.delete(`/api/tasks/${call.id}`, ifMatchOf(call))
    case 'order':
      return client.post(`/api/tasks/priority/${call.level}/positions`, { positions: call.positions })
    case 'instantiate':
      return client.post(`/api/templates/${templateId}/instantiate`, { projectName: call.projectName })
  }
}

function ifMatchOf({ ifMatch }: { ifMatch: number | null }): Record<string, string> {
  return ifMatch === null ? {} : { 'if-match': `"${ifMatch}"` }
}

/** Of a refusal, what the documents settle: its code, what it says of a full level, and the task that was changed. */
function readAnswer(response: LightMyRequestResponse): Answer {
  const { statusCode: status, headers } = response
  const body: unknown = response.body === '' ? null : response.json()
  if (status < 400) return { status, etag: headers.etag ?? null, body }
  const { code, message, task } = body as { code: string; message: string; task?: Task }
  return {
    status,
    etag: null,
    body: { code, ...(code === 'level_full' && { message }), ...(task && { task }) },
  }
}
