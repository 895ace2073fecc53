import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

import type { LightMyRequestResponse } from 'fastify'

import type { Task } from '#domain/tasks/task.ts'
import type { Client, TestClock } from '../support/build-app.ts'
import { readTasks } from '../support/tasks.ts'

import { checkInvariants } from './invariants.ts'
import { type Step, describeStep } from './steps.ts'
import { type Answer, type Call, type Model, copyModel, listAll } from './model.ts'
import { makeCall } from './tasks-model.ts'
import { withUndo } from './undo-model.ts'

/** The real server and a signed-in client. */
export type Real = {
  client: Client
  clock: TestClock
  templateId: number
  foreignId: number
  /** The tokens of the calls so far, by the names of the calls. */
  tokens: Map<string, string | null>
}

/** A step of fast-check. Runs on both the model and the real server, whose results must match. */
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
    const names = calls.map((_, i) => `${real.tokens.size + i}`)
    for (const [i, response] of responses.entries()) real.tokens.set(names[i] ?? '', tokenOf(response))
    const undos = names.filter((name) => real.tokens.get(name) !== null)
    const actual = { answers: responses.map(readAnswer), tasks: await readTasks(real.client), undos }
    checkInvariants(calls, before, actual)
    const orders =
      calls.length === 2
        ? [
            [0, 1],
            [1, 0],
          ]
        : [[...calls.keys()]]
    const outcomes = [model, ...model.others].flatMap((one) =>
      orders.map((order) => foretell(one, { calls, names, order }, actual, real.clock.now())),
    )
    const [first] = outcomes
    const fitting = outcomes.filter((outcome) => isDeepStrictEqual(outcome.foretold, actual))
    if (fitting.length === 0) assert.deepEqual(actual, first?.foretold)
    const models = fitting.map((outcome) => outcome.model)
    const [next, ...others] = models.filter(
      (one, i) => models.findIndex((other) => isDeepStrictEqual(other, one)) === i,
    )
    Object.assign(model, next, { others })
  }

  toString(): string {
    return describeStep(this.step)
  }
}

/** `undos` contains the names of the calls that can be undone. */
export type Outcome = { answers: Answer[]; tasks: Task[]; undos: string[] }

/**
 * Returns the model's result if the calls run in the given order. Concurrent calls can take effect in either order. The
 * server chooses the ids of new tasks and never reuses one, so the ids are read from its list.
 */
function foretell(
  model: Model,
  { calls, names, order }: { calls: Call[]; names: string[]; order: number[] },
  actual: Outcome,
  now: string,
) {
  const copy = copyModel(model)
  const newIds = actual.tasks.map((task) => task.id).filter((id) => id > model.idMax)
  newIds.sort((a, b) => a - b)
  const answers: Answer[] = []
  for (const i of order) {
    const call = calls[i]
    if (!call) continue
    const moment = { now, newId: () => newIds.shift() ?? -1 }
    const allowed = withUndo(copy, call, { name: names[i] ?? '', now }, () => makeCall(copy, call, moment))
    const fitting = allowed.find((answer) => isDeepStrictEqual(answer, actual.answers[i]))
    answers[i] = fitting ?? (allowed[0] as Answer)
  }
  const undos = names.filter((name) => copy.undos.has(name))
  return { model: copy, foretold: { answers, tasks: listAll(copy), undos } }
}

function sendCall({ client, templateId, tokens }: Real, call: Call): Promise<LightMyRequestResponse> {
  switch (call.kind) {
    case 'create':
      return client.post('/api/tasks', call.fields, call.key === null ? {} : { 'idempotency-key': call.key })
    case 'change': {
      const query = call.endsSeries ? '?recurrence=end' : ''
      const headers = { 'x-time-zone': call.zone, ...ifMatchOf(call) }
      const body = call.waits ? { ...call.fields, waiting: true } : call.fields
      return client.patch(`/api/tasks/${call.id}${query}`, body, headers)
    }
    case 'bulk': {
      const tasks = call.ids.map((id) => ({ id, ...call.fields }))
      return client.post('/api/tasks/bulk', { tasks }, { 'x-time-zone': call.zone })
    }
    case 'duplicate':
      return client.post(`/api/tasks/${call.id}/duplicate`)
    case 'delete':
      return client.delete(`/api/tasks/${call.id}`, ifMatchOf(call))
    case 'swap': {
      const body = { with: call.with, ...seenAndPatch(call) }
      return client.post(`/api/tasks/${call.id}/swap`, body, ifMatchOf(call))
    }
    case 'push': {
      const body = { level: call.level, ...seenAndPatch(call) }
      return client.post(`/api/tasks/${call.id}/push-down`, body, ifMatchOf(call))
    }
    case 'undo':
      return client.post('/api/undo', { undo: tokens.get(call.name) ?? 'none' })
    case 'order':
      return client.post(`/api/tasks/priority/${call.level}/positions`, { positions: call.positions })
    case 'instantiate':
      return client.post(`/api/templates/${templateId}/instantiate`, { projectName: call.projectName })
  }
}

function seenAndPatch({ moves, patch }: Call & { kind: 'swap' | 'push' }) {
  return { ...(moves && { moves }), ...(patch && { patch }) }
}

function ifMatchOf({ ifMatch }: { ifMatch: number | null }): Record<string, string> {
  return ifMatch === null ? {} : { 'if-match': `"${ifMatch}"` }
}

/** Reduces an error to its specified parts: its code, the message for a full level, and the task that was changed. */
function readAnswer(response: LightMyRequestResponse): Answer {
  const { statusCode: status, headers } = response
  const body: unknown = response.body === '' ? null : response.json()
  if (status < 400) return { status, etag: headers.etag ?? null, body: withoutToken(body) }
  const { code, message, task } = body as { code: string; message: string; task?: Task }
  return {
    status,
    etag: null,
    body: { code, ...(code === 'level_full' && { message }), ...(task && { task }) },
  }
}

/** Returns the token that undoes a call, or null. */
function tokenOf(response: LightMyRequestResponse): string | null {
  const header = response.headers['x-undo']
  if (typeof header === 'string') return header
  const body = response.body === '' ? null : response.json<{ undo?: string | null } | null>()
  return body?.undo ?? null
}

/** Replaces the token in a body with a boolean: whether there is one. */
function withoutToken(body: unknown): unknown {
  return body && typeof body === 'object' && 'undo' in body ? { ...body, undo: body.undo !== null } : body
}
