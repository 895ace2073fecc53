import { type Html, html, inline } from './html.ts'

/** The parts of a JSON schema that the page shows. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  description?: string
  anyOf?: Schema[]
  items?: Schema
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  examples?: readonly unknown[]
  properties?: Record<string, Schema>
  /** The messages of a stream of server-sent events. */
  'x-events'?: Record<string, { description: string; data: Schema }>
  required?: string[]
}

/** Returns the type in plain English, such as "text, 1 to 500 characters", or a link to a named schema. */
export function describeType(schema: Schema): Html {
  if (schema.$ref !== undefined) return link(schema.$ref)
  if (schema.anyOf) return listed(schema.anyOf.map(describeType), ' or ')
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return listed(schema.enum.map(code), ' or ')
  if (schema.type === 'array') {
    const most = schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`
    return html`list${most}: ${describeType(schema.items ?? {})}`
  }
  return html`${[schema.type ?? 'anything'].flat().map(typeName).join(' or ')}${rangeOf(schema)}`
}

export function describeFields({ properties = {}, required = [] }: Schema): Html {
  const fields = Object.entries(properties).map(([name, field]) =>
    describeField(name, field, required.includes(name)),
  )
  return html`<dl>${fields}</dl>`
}

export function describeField(name: string, schema: Schema, isRequired: boolean, text = schema.description) {
  const standard = schema.default === undefined ? null : html`, default ${code(schema.default)}`
  return html`<dt><code>${name}</code>${isRequired ? html` <b>required</b>` : null}</dt>
    <dd>
      ${describeType(schema)}${standard}${text === undefined ? null : html`<br />${inline(text)}`}${inner(schema)}
    </dd>`
}

export function schemaAnchor(name: string): string {
  return `schema-${name}`
}

function inner(schema: Schema): Html | null {
  const object = schema.items ?? schema
  return object.properties ? describeFields(object) : null
}

function link(reference: string): Html {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return html`<a href="#${schemaAnchor(name)}">${name}</a>`
}

function listed(parts: Html[], between: string): Html {
  return { html: parts.map((part) => part.html).join(between) }
}

function code(value: unknown): Html {
  return html`<code>${JSON.stringify(value) ?? ''}</code>`
}

function typeName(type: string): string {
  return { string: 'text', integer: 'whole number', boolean: 'true or false' }[type] ?? type
}

function rangeOf({ format, minimum, maximum, minLength, maxLength }: Schema): string {
  if (format === 'date-time') return ', an ISO 8601 time'
  if (maxLength !== undefined) return `, ${rangeText(minLength, maxLength)} characters`
  const isLimited = maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER
  if (isLimited) return `, ${rangeText(minimum, maximum)}`
  return minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `, from ${minimum}` : ''
}

function rangeText(from: number | undefined, to: number): string {
  return from === undefined ? `at most ${to}` : `${from} to ${to}`
}
