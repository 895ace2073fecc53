import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Entrance, ProviderFailure } from '#domain/account/account.ts'
import { notFound } from '#domain/error.ts'

import { MEGABYTE } from '../config.ts'
import type { AppContext, Pages } from '../context.ts'
import { StartError } from '../settings/start-error.ts'

const ENTRANCE_PLACEHOLDER = /<meta name="tenfold-entrance" content="" ?\/?>/
const BUILD = /<meta name="tenfold-build" content="([^"]+)" ?\/?>/
const YEAR_S = 31_536_000

/**
 * Returns the web app from the output of `npm run build`.
 * @throws StartError if index.html is missing or has no tenfold-entrance tag
 */
export function builtPages(folder: string): Pages {
  const template = readTemplate(join(folder, 'index.html'))
  if (!ENTRANCE_PLACEHOLDER.test(template)) throw notBuilt()
  return {
    html: async (entrance) => writeEntrance(template, entrance),
    build: BUILD.exec(template)?.[1],
    assetsFolder: folder,
  }
}

/** Writes the user and the server's settings into the page, so that it needs no extra requests. */
export function writeEntrance(template: string, entrance: Entrance): string {
  const content = escapeAttribute(JSON.stringify(entrance))
  if (!ENTRANCE_PLACEHOLDER.test(template)) throw new Error('The page has no tenfold-entrance tag.')
  return template.replace(ENTRANCE_PLACEHOLDER, () => `<meta name="tenfold-entrance" content="${content}">`)
}

/**
 * Sends the page.
 * @param instead an error to show instead of the usual view
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, config }: AppContext,
  instead?: { failure: ProviderFailure } | { isDataAway: true },
): Promise<FastifyReply> {
  if (!pages) throw notFound()
  const html = await pages.html({
    user: request.session?.user ?? null,
    ...(request.session?.settings && { settings: request.session.settings }),
    signups: config.signups,
    maxUploadMb: config.uploadBytesMax / MEGABYTE,
    ...(config.oidc && { provider: config.oidc.name }),
    ...instead,
  })
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}

/** Adds `X-Tenfold-Build` to every API response. */
export function installBuild(app: FastifyInstance, build: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-tenfold-build', build)
  })
}

/** Returns whether a browser will show the response. Uses `Accept`: plain HTTP has no `Sec-Fetch-Mode`. */
export function isNavigation({ method, routeOptions, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && (routeOptions.url === '/*' || headers.accept?.includes('text/html') === true)
}

/** Serves every other path: a built file or the page, which shows its own not-found view. */
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

/** Serves built files. Names in `assets` contain a content hash, so browsers can cache these files for a year. */
async function installFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // The build compresses each file.
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
