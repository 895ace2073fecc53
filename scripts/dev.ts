import { readFile } from 'node:fs/promises'
import { type IncomingMessage, createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'

import { createServer as createVite } from 'vite'

import type { Pages } from '../src/server/context.ts'
import { writeEntrance } from '../src/server/http/pages.ts'
import { runServer } from '../src/server/start/run.ts'

const ROOT = join(import.meta.dirname, '..')

/** The strictest policy that development allows: React uses eval, and Vite injects scripts and workers. */
const POLICY =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; object-src 'none'; base-uri 'none'"

// Runs the whole server on one port; Vite serves the pages from their sources.
await runServer(process.env, developmentPages)

async function developmentPages(): Promise<Pages> {
  const upgrades = createHttpServer()
  const vite = await createVite({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'src/web'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: upgrades } },
  })
  // Open WebSocket connections would delay the shutdown.
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
 * Vite needs a server for its WebSockets before the real one exists, so it gets a stand-in. The first request reveals
 * which server's upgrades to forward.
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
