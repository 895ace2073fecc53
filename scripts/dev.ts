import { readFile } from 'node:fs/promises'
import { type IncomingMessage, createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'

import { createServer as createVite } from 'vite'

import { type Pages, writeEntrance } from '#server/pages.ts'
import { runServer } from '#server/run.ts'

const ROOT = join(import.meta.dirname, '..')

/** As strict as a development page can be: React evaluates, and Vite writes scripts and workers into the page. */
const POLICY =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; object-src 'none'; base-uri 'none'"

// The whole server, on its one port, with the pages made by Vite from their sources.
await runServer(process.env, developmentPages)

async function developmentPages(): Promise<Pages> {
  const upgrades = createHttpServer()
  const vite = await createVite({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'src/web'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: upgrades } },
  })
  // Open sockets of pages would hold the server up while it stops.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void vite.close())
  const passOn = passUpgradesTo(upgrades)
  return {
    assetsFolder: null,
    policy: POLICY,
    html: async (entrance) => {
      const template = await readFile(join(ROOT, 'src/web/index.html'), 'utf8')
      return writeEntrance(await vite.transformIndexHtml('/', template), entrance)
    },
    middleware: (request, response, next) => {
      passOn(request)
      vite.middlewares(request, response, next)
    },
  }
}

/**
 * Vite wants the server of its sockets before that one is made. It gets another, and the first request tells which
 * server's sockets to pass on to it.
 */
function passUpgradesTo(upgrades: ReturnType<typeof createHttpServer>): (request: IncomingMessage) => void {
  const known = new WeakSet()
  return ({ socket }) => {
    const server = 'server' in socket ? socket.server : null
    if (!isServer(server) || known.has(server)) return
    known.add(server)
    server.on('upgrade', (request, upgraded, head) => upgrades.emit('upgrade', request, upgraded, head))
  }
}

function isServer(value: unknown): value is ReturnType<typeof createHttpServer> {
  return value instanceof Object && 'listening' in value && 'on' in value
}
