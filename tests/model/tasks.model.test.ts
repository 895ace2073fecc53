import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { TEST_NOW, type Client, type TestApp, buildTestApp, signUp } from '../support/build-app.ts'
import { buildInterleavedApp } from '../support/interleave.ts'
import { makeTask, readTasks } from '../support/tasks.ts'
import { makeTemplate } from '../support/templates.ts'

import { emptyModel, listCompleted } from './model.ts'
import { type Real, StepCommand } from './person.ts'
import { BEGINNINGS, STEPS, stepsOfBeginning } from './steps.ts'
import { TEMPLATE_TASKS } from './tasks-model.ts'

/** `MODEL_RUNS=4000` runs more than 20,000 steps, which takes a few minutes. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 500)
const LENGTH = { maxCommands: 14, size: 'max' } as const
/** How long fast-check may shrink a failure before it reports the failure. */
const SEARCH_MS_MAX = 600_000

/** A failure prints its seed. `MODEL_SEED=<seed> npm run test:unit -- tests/model` repeats it. */
const seed = process.env['MODEL_SEED'] === undefined ? undefined : Number(process.env['MODEL_SEED'])

let test: TestApp
let app: FastifyInstance
let client: Client
let userId: string
let other: Client
let foreign: Task
let templateId: number
let stepCount = 0
beforeAll(async () => {
  test = await buildTestApp({ config: { logLevel: 'silent' } })
  app = await buildInterleavedApp(test)
  const interleaved = { ...test, app }
  client = await signUp(interleaved)
  userId = (await client.get('/api/auth/user')).json<{ id: string }>().id
  other = await signUp(interleaved)
  foreign = await makeTask(other, { priority: 1 })
  templateId = (await makeTemplate(other, { isPublic: true }, TEMPLATE_TASKS)).id
})
afterAll(async () => {
  await app.close()
  await test.close()
})

/** Assigns the client's session to a new user without data, because creating an account is deliberately slow. */
async function becomeSomebodyNew(): Promise<string> {
  test.clock.set(TEST_NOW)
  const id = randomUUID()
  const email = `${id}@example.com`
  await test.db
    .insertInto('users')
    .values({ id, email, email_key: email, created_at: TEST_NOW, updated_at: TEST_NOW })
    .execute()
  await test.db.updateTable('sessions').set({ user_id: id }).where('user_id', '=', userId).execute()
  userId = id
  return id
}

describe('the real program', () => {
  it(
    'behaves like the model for any sequence of actions',
    async ({ annotate }) => {
      const commands = STEPS.map((steps) => steps.map((step) => new StepCommand(step)))
      await fc.assert(
        fc.asyncProperty(BEGINNINGS, fc.commands(commands, LENGTH), async (beginning, steps) => {
          const model = emptyModel(await becomeSomebodyNew())
          const real: Real = {
            client,
            clock: test.clock,
            templateId,
            foreignId: foreign.id,
            tokens: new Map(),
          }
          for (const step of stepsOfBeginning(beginning)) await new StepCommand(step).run(model, real)
          await fc.asyncModelRun(() => ({ model, real }), steps)
          stepCount += [...steps].length
          expect((await client.get('/api/tasks/completed')).json()).toEqual(listCompleted(model))
        }),
        { numRuns: RUNS, seed, interruptAfterTimeLimit: SEARCH_MS_MAX, markInterruptAsFailure: true },
      )
      expect(await readTasks(other)).toEqual([foreign])
      await annotate(`${stepCount} steps in ${RUNS} runs`)
    },
    SEARCH_MS_MAX + 10_000,
  )
})
