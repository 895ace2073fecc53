import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods of a path, ignoring the pages' catch-all route. Empty for an unknown path. */
    methodsFor(path: string): string[]
  }
}

type KnownRoute = { method: string; segments: string[] }

/** Records every route, to tell an unsupported method (405) from an unknown path (404). */
export function installKnownRoutes(app: FastifyInstance): void {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    for (const one of [method].flat()) routes.push({ method: one, segments: url.split('/') })
  })
  app.decorate('methodsFor', (path: string) => {
    const segments = path.split('/')
    const methods = routes.filter((route) => matches(route.segments, segments)).map((route) => route.method)
    return [...new Set(methods)].toSorted()
  })
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, i) => (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
  )
}
