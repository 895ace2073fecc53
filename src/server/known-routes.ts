import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that the program has for a path, ignoring the pages' catch-all: none means nothing is there. */
    methodsFor(path: string): string[]
  }
}

type KnownRoute = { method: string; segments: string[] }

/** Remembers every route, so that a wrong method on a known path is told apart from an unknown path. */
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
