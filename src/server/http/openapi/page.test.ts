import { afterAll, describe, expect, test } from 'vitest'

import { buildTestApp } from '#tests/support/build-app.ts'

import { documentOf } from './document.ts'
import { html, inline, prose } from './html.ts'
import { operationsOf } from './operations.ts'
import { renderPage } from './page.ts'

const server = await buildTestApp()
afterAll(() => server.close())

const document = documentOf(server.app)
const page = renderPage(document)

/** Returns every value of an attribute on the page. */
const valuesOf = (attribute: string) =>
  [...page.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '')

describe('the page of the document', () => {
  test('is public and has the strict Content-Security-Policy', async () => {
    const response = await server.visitor.get('/api/docs')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toContain("default-src 'self'; script-src 'self';")
    expect(response.body).toBe(page)
  })

  test('has no scripts and loads no other resources', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe| on\w+=|javascript:|@import|url\(/i)
    for (const address of valuesOf('href')) expect(address).toMatch(/^(#|\/$|\/api\/openapi\.json$)/)
  })

  test('shows the path and the responses of every operation', () => {
    for (const { method, path, call } of operationsOf(document)) {
      const [, rest = ''] = page.split(`<article id="${call.operationId}">`)
      const [article = ''] = rest.split('</article>')
      expect(article).toContain(`${method} ${path}`)
      for (const status of Object.keys(call.responses ?? {}))
        expect(article).toContain(`<code>${status}</code>`)
    }
  })

  test('has unique ids and no broken links', () => {
    const places = valuesOf('id')
    expect(new Set(places).size).toBe(places.length)
    const targets = valuesOf('href').filter((address) => address.startsWith('#'))
    for (const target of targets) expect(places).toContain(target.slice(1))
  })

  test('has one h1 and skips no heading levels', () => {
    const ranks = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, rank]) => Number(rank))
    expect(ranks[0]).toBe(1)
    expect(ranks.filter((rank) => rank === 1)).toHaveLength(1)
    for (const [i, rank] of ranks.entries()) expect(rank - (ranks[i - 1] ?? 0)).toBeLessThanOrEqual(1)
  })
})

describe('text in the page', () => {
  const EVIL = `<img src=x onerror="alert(1)">&'`
  const SAFE = '&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;'

  test('is escaped', () => {
    expect(html`<p>${EVIL}</p>`.html).toBe(`<p>${SAFE}</p>`)
    expect(inline(`\`${EVIL}\` **${EVIL}**`).html).toBe(`<code>${SAFE}</code> <strong>${SAFE}</strong>`)
    expect(prose(`${EVIL}\n\nb`).html).toBe(`<p>${SAFE}</p>\n<p>b</p>`)
  })

  test('omits null and undefined values', () => {
    expect(html`a${null}b${undefined}c${0}${[html`<i>1</i>`, html`2`]}`.html).toBe('abc0<i>1</i>2')
  })
})
