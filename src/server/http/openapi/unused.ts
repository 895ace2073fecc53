import type { OpenAPIV3_1 } from 'openapi-types'

const PREFIX = '#/components/schemas/'

/** Returns the document without unused schemas and with the others in alphabetical order. */
export function withoutUnused(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const all = document.components?.schemas ?? {}
  const used = new Set<string>()
  const waiting = namesIn(document.paths)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...namesIn(all[name]))
  }
  const schemas = Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => used.has(name))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )
  return { ...document, components: { ...document.components, schemas } }
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(PREFIX.length)] : namesIn(inner),
  )
}
