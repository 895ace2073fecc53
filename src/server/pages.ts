import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Entrance, ProviderFailure } from '#domain/account.ts'
import { notFound } from '#domain/error.ts'

import { findUser } from './auth/session.ts'
import { MEGABYTE } from './config.ts'
import type { AppContext } from './context.ts'
import { StartError } from './start-error.ts'

/** The web side, as the server hands it out. */
export type Pages = {
  /** The one page; the client chooses what it shows. */
  html(entrance: Entrance): Promise<string>
  /** The folder of the built files; null when `middleware` serves them. */
  assetsFolder: string | null
  /** Serves files while one develops; calls `next` for what it does not know. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Another Content-Security-Policy than the strict one. */
  policy?: string
}

const ENTRANCE_PLACEHOLDER = /<meta name="tenfold-entrance" content="" ?\/?>/
const YEAR_S = 31_536_000

/**
 * The pages as `npm run build` left them.
 * @throws StartError when they are not there, or of a version that the server cannot tell who opens them
 */
export function builtPages(folder: string): Pages {
  const template = readTemplate(join(folder, 'index.html'))
  if (!ENTRANCE_PLACEHOLDER.test(template)) throw notBuilt()
  return { html: async (entrance) => writeEntrance(template, entrance), assetsFolder: folder }
}

/** Tells the page who opens it and what holds here, so that it need not ask. */
export function writeEntrance(template: string, entrance: Entrance): string {
  const content = escapeAttribute(JSON.stringify(entrance))
  if (!ENTRANCE_PLACEHOLDER.test(template)) throw new Error('The page has no place for the entrance.')
  return template.replace(ENTRANCE_PLACEHOLDER, () => `<meta name="tenfold-entrance" content="${content}">`)
}

/**
 * Answers with the page.
 * @param failure what the page says instead of what is usually at its path
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, config }: AppContext,
  failure?: ProviderFailure,
): Promise<FastifyReply> {
  if (!pages) throw notFound()
  const html = await pages.html({
    user: findUser(request),
    signups: config.signups,
    maxUploadMb: config.uploadBytesMax / MEGABYTE,
    ...(config.oidc && { provider: config.oidc.name }),
    ...(failure && { failure }),
  })
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}

/** Every path that nothing else answers: a built file, or the page, which says itself when nothing is there. */
export async function pageRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { pages } = context
  if (!pages) return
  if (pages.assetsFolder !== null) await installFiles(app, pages.assetsFolder)
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/api(\/|$)/.test(path)) return reply.callNotFound()
    if (pages.middleware && (await isServedBy(pages.middleware, request, reply))) return reply.hijack()
    if (path === '/index.html' || !/\.[^/]+$/.test(path)) return sendPage(request, reply, context)
    return pages.assetsFolder === null ? reply.callNotFound() : reply.sendFile(path.slice(1))
  })
}

function readTemplate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw notBuilt()
  }
}

function notBuilt(): StartError {
  return new StartError('The web pages are not built. Run npm start, or npm run build.')
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Built files carry a hash of their content in their name, so a browser need never ask for one twice. */
async function installFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // Made by the build, beside each file.
    preCompressed: true,
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
}

function isServedBy(
  middleware: NonNullable<Pages['middleware']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  return new Promise((resolve) => {
    reply.raw.once('close', () => resolve(true))
    middleware(request.raw, reply.raw, () => resolve(false))
  })
}
