import type { OpenAPIV3_1 } from 'openapi-types'

import { type Html, html, inline, prose } from './html.ts'
import { type Operation, operationsOf } from './operations.ts'
import { PAGE_STYLE } from './page-style.ts'
import { type Schema, describeField, describeFields, describeType, schemaAnchor } from './page-schema.ts'

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
type Answer = { description: string; headers?: Record<string, Header>; content?: Content }
type Header = { description?: string; schema?: Schema }
type Content = Record<string, { schema?: Schema; example?: unknown }>

/** Returns the document as an HTML page without scripts or external resources. */
export function renderPage(document: OpenAPIV3_1.Document): string {
  const { info, tags = [], components } = document
  const operations = operationsOf(document)
  const groups = tags.map((tag) => ({
    ...tag,
    calls: operations.filter(({ call }) => call.tags?.includes(tag.name)),
  }))
  const schemas = Object.entries(components?.schemas ?? {}) as [string, Schema][]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        ${{ html: `<style>${PAGE_STYLE}</style>` }}
      </head>
      <body>
        <a class="skip" href="#calls">Skip to API calls</a>
        <header>
          <h1>${info.title} API</h1>
          <p>
            Version ${info.version}. <a href="/api/openapi.json">OpenAPI 3.1 document</a>.
            <a href="/">Back to ${info.title}</a>.
          </p>
          ${prose(info.description ?? '')}
        </header>
        <nav aria-label="API calls">${groups.map(({ name, calls }) => renderIndex(name, calls))}</nav>
        <main id="calls">
          ${groups.map(({ name, description, calls }) => renderGroup(name, description, calls))}
          <section>
            <h2 id="schemas">Schemas</h2>
            ${schemas.map(([name, schema]) => renderSchema(name, schema))}
          </section>
        </main>
      </body>
    </html> `.html
}

function renderIndex(name: string, calls: Operation[]): Html {
  const items = calls.map(({ call }) => html`<li><a href="#${call.operationId}">${call.summary}</a></li> `)
  return html`<h2>${name}</h2>
    <ul>
      ${items}
    </ul> `
}

function renderGroup(name: string, description: string | undefined, calls: Operation[]): Html {
  return html`<section>
    <h2 id="${name}">${name}</h2>
    <p>${description}</p>
    ${calls.map(renderCall)}
  </section> `
}

function renderCall({ method, path, call }: Operation): Html {
  const parameters = (call.parameters ?? []) as Parameter[]
  const body = call.requestBody as { content: Content } | undefined
  return html`<article id="${call.operationId}">
    <h3><a href="#${call.operationId}">${call.summary}</a></h3>
    <p class="call">
      <code>${method} ${path}</code
      >${call.security?.length === 0 ? html` <span class="open">no sign-in needed</span>` : null}
    </p>
    ${call.description === undefined ? null : prose(call.description)}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <dl>${parameters.map(renderParameter)}</dl>`
        : null
    }
    ${
      body
        ? html`<h4>Request body</h4>
            <p>${renderContent(body.content)}</p>
            ${Object.values(body.content).map(({ example }) => renderExample(example))}`
        : null
    }
    <h4>Responses</h4>
    <dl>
      ${Object.entries(call.responses ?? {}).map(([status, answer]) => renderAnswer(status, answer as Answer))}
    </dl>
  </article> `
}

function renderParameter({ name, in: place, required = false, description, schema = {} }: Parameter): Html {
  const text = [`In the ${place}.`, description].filter(Boolean).join(' ')
  return describeField(name, schema, required, text)
}

function renderAnswer(status: string, { description, headers = {}, content }: Answer): Html {
  const isError = Number(status) >= 400
  const shown = Object.entries(headers).map(
    ([name, header]) => html`<br /><code>${name}</code>: ${inline(header.description ?? '')}`,
  )
  const body = content && !isError ? html`<br />${renderContent(content)}${renderFolded(content)}` : null
  return html`<dt><code>${status}</code></dt>
    <dd>${inline(description)}${body}${isError ? null : shown}</dd> `
}

function renderFolded(content: Content): Html | null {
  const { example } = content['application/json'] ?? {}
  return example === undefined
    ? null
    : html`<details>
        <summary>Example response</summary>
        ${renderExample(example)}
      </details>`
}

function renderContent(content: Content): Html[] {
  return Object.entries(content).map(
    ([type, { schema = {} }]) =>
      html`<code>${type}</code>:
        ${describeType(schema)}${schema.properties ? describeFields(schema) : null}${renderEvents(schema)}`,
  )
}

/** Shows the messages of an event stream and examples of them. */
function renderEvents({ 'x-events': events, examples = [] }: Schema): Html[] {
  if (!events) return []
  const messages = Object.entries(events).map(
    ([name, { description, data }]) =>
      html`<br /><code>event: ${name}</code>: ${inline(description)} Its data is ${describeType(data)}.`,
  )
  return [...messages, html`<pre>${examples.map(String).join('')}</pre>`]
}

function renderExample(example: unknown): Html {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return html`<pre>${text}</pre> `
}

function renderSchema(name: string, schema: Schema): Html {
  return html`<article id="${schemaAnchor(name)}">
    <h3><a href="#${schemaAnchor(name)}">${name}</a></h3>
    ${describeFields(schema)}
  </article> `
}
