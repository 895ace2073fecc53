import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
} from 'fastify'
import type { z } from 'zod'

import type { Command } from '#domain/command.ts'
import type { Task } from '#domain/tasks/task.ts'

import { requireUser } from '../auth/session.ts'
import type { Clock } from '../context.ts'
import type { Call } from '../http/openapi/call.ts'
import { actorOf } from './actor.ts'
import { type Executor, type Steps, execute } from './execute.ts'
import { onceHeaders } from './idempotency/run-once.ts'

/** A request that its schemas have validated. */
export type Checked<S extends Call> = FastifyRequest & {
  body: Output<S['body']>
  params: Output<S['params']>
  query: Output<S['querystring']>
}

type Output<T> = T extends z.ZodType ? z.output<T> : unknown

type Answer<S extends Call> = Output<S['response'][keyof S['response']]>

/** The method and path of a command, and how it reads the request and writes the response. */
export type Binding<
  S extends Call,
  Input,
  Needs,
  Target extends Task | undefined,
  State,
  Change,
  Result,
> = Steps<Input, Needs, Target, State, Change, Result> & {
  method: HTTPMethods
  /** Contains `:name` for a field of the input. */
  path: string
  schema: S
  config?: FastifyContextConfig
  input: (request: Checked<S>) => Input | Promise<Input>
  /** Returns the input that a retry with the same key must repeat. Without this function, a retry may send any body. */
  body?: (input: Input) => unknown
  /**
   * Returns the body of the response, or `reply` if it sends the response itself.
   * @param undo the token that undoes the command, or null
   */
  answer: (
    result: Result,
    reply: FastifyReply,
    undo: string | null,
  ) => Answer<S> | FastifyReply | Promise<FastifyReply>
}

/** Registers a command as a route of the API that accepts an `Idempotency-Key`. */
export type Bind = <
  S extends Call,
  Input extends object,
  Needs,
  Target extends Task | undefined,
  State,
  Change,
  Result,
>(
  command: Command<Input, Needs, State, Change>,
  binding: Binding<S, Input, Needs, Target, State, Change, Result>,
) => void

/** Returns the function that registers commands as routes of `app`. */
export function bindTo(app: FastifyInstance, executor: Executor, clock: Clock): Bind {
  return (command, { method, path, schema, config, input: inputOf, body, answer, ...steps }) => {
    const described: FastifySchema = { ...schema, headers: onceHeaders.extend(schema.headers?.shape ?? {}) }
    const status = Number(Object.keys(schema.response)[0])
    app.route({
      method,
      url: path,
      schema: described,
      ...(config && { config }),
      handler: async (request, reply) => {
        requireUser(request)
        const input = await inputOf(request as Checked<typeof schema>)
        let undo: string | null = null
        let isUnchanged = false
        const result = await execute(executor, command, steps, {
          actor: actorOf(request, clock),
          call: `${method} ${pathOf(path, input)}`,
          body: body?.(input),
          input,
          ifMatch: request.headers['if-match'],
          log: request.log,
          onUndo: (token) => (undo = token),
          onSuccess: (found) => (isUnchanged = found),
        })
        if (isUnchanged) reply.header('x-unchanged', 'true')
        // A reply that sends the response itself resolves to undefined once it is sent.
        const sent = await answer(result, reply.code(status), undo)
        return reply.sent ? reply : reply.send(sent)
      },
    })
  }
}

function pathOf(path: string, input: object): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(input[name as keyof typeof input]))
}
