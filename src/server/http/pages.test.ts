import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { writeBuiltPages } from '#tests/support/built-pages.ts'

import type { Pages } from '../context.ts'
import { builtPages, writeEntrance } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenfold-pages-'))
let server: TestApp
let visitor: Client
let client: Client
beforeAll(async () => {
  writeBuiltPages(folder)
  server = await buildTestApp({ pages: builtPages(folder) })
  visitor = server.visitor
  client = await signUp(server)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const VISITOR = 'content="{&#34;user&#34;:null,&#34;signups&#34;:true,&#34;maxUploadMb&#34;:25}"'

describe('the page', () => {
  test.each(['/', '/?task=3', '/index.html', '/api/login', '/no/such/view', '/tasks', '/apiary'])(
    'is served at %s',
    async (path) => {
      const response = await visitor.get(path)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['content-security-policy']).toContain("script-src 'self';")
      expect(response.body).toContain(VISITOR)
    },
  )

  test('contains the signed-in user', async () => {
    const user = JSON.stringify((await client.get('/api/auth/user')).json())
    expect((await client.get('/')).body).toContain(`{&#34;user&#34;:${user.replaceAll('"', '&#34;')},`)
  })

  test('says whether sign-ups are closed', async () => {
    const server = await buildTestApp({ pages: builtPages(folder), config: { signups: false } })
    expect((await server.visitor.get('/')).body).toContain('&#34;signups&#34;:false')
    await server.close()
  })

  test('contains the upload limit', async () => {
    const config = { uploadBytesMax: 1.5 * 2 ** 20 }
    const server = await buildTestApp({ pages: builtPages(folder), config })
    expect((await server.visitor.get('/')).body).toContain('&#34;maxUploadMb&#34;:1.5}')
    await server.close()
  })

  test('responds to HEAD without a body', async () => {
    const response = await server.app.inject({ method: 'HEAD', url: '/' })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
  })

  test('is not served if the server serves only the API', async () => {
    const server = await buildTestApp()
    expect((await server.visitor.get('/')).statusCode).toBe(404)
    expect((await server.visitor.get('/api/login')).statusCode).toBe(404)
    await server.close()
  })

  test('escapes the text that the server inserts', () => {
    const entrance = { user: null, signups: true, maxUploadMb: 25, name: `"><script>'$&'</script>` }
    expect(writeEntrance('<meta name="tenfold-entrance" content="">', entrance)).toBe(
      `<meta name="tenfold-entrance" content="{&#34;user&#34;:null,&#34;signups&#34;:true,&#34;maxUploadMb&#34;:25,&#34;name&#34;:&#34;\\&#34;&#62;&#60;script&#62;'$&#38;'&#60;/script&#62;&#34;}">`,
    )
  })
})

describe('the service worker', () => {
  test('is revalidated each time and allowed by the policy', async () => {
    const { statusCode, headers } = await visitor.get('/service-worker.js')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(headers['content-security-policy']).toContain("worker-src 'self';")
  })

  test('gets a page without a user, even when signed in', async () => {
    const response = await client.get('/shell.html')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('<meta name="tenfold-entrance" content="">')
  })
})

describe('the build', () => {
  test('is named in every API response, so that an open page notices an update', async () => {
    for (const path of ['/api/tasks', '/api/no-such-call']) {
      expect((await client.get(path)).headers['x-tenfold-build']).toBe('0.1.0 4f2a c0de')
    }
    expect((await visitor.get('/api/tasks')).headers['x-tenfold-build']).toBe('0.1.0 4f2a c0de')
    expect((await visitor.get('/')).headers['x-tenfold-build']).toBeUndefined()
  })
})

describe('built files', () => {
  test('with a hash in their name are cached for a year', async () => {
    const response = await visitor.get('/assets/index-4f2a.js')
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(response.body).toBe('document.body')
  })

  test('without a hash are revalidated each time, with 304 when nothing changed', async () => {
    const response = await visitor.get('/early.js?v=1')
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-cache')
    const again = await visitor.get('/early.js', { 'if-none-match': String(response.headers['etag']) })
    expect(again.statusCode).toBe(304)
  })

  test('that contain audio have the right media type and support range requests', async () => {
    const whole = await visitor.get('/audio/theta.mp3')
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'cache-control': 'no-cache' })
    const again = await visitor.get('/audio/theta.mp3', { 'if-none-match': String(whole.headers['etag']) })
    expect(again.statusCode).toBe(304)
    const part = await visitor.get('/audio/theta.mp3', { range: 'bytes=0-1' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe('bytes 0-1/3')
  })

  test('respond to HEAD without a body', async () => {
    const response = await server.app.inject({ method: 'HEAD', url: '/early.js' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-length']).toBe('14')
    expect(response.body).toBe('')
  })

  test.each([
    '/assets/gone.js',
    '/favicon.ico',
    '/.secret',
    '/assets/../.secret',
    '/..%2f..%2fetc%2fpasswd.txt',
    '/../../../../etc/hostname.conf',
    '/assets/%00.js',
    '/%5c..%5cpackage.json',
  ])('that do not exist or are private return 404: %s', async (path) => {
    const response = await visitor.get(path)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('during development', () => {
  const pages: Pages = {
    html: async (entrance) => JSON.stringify(entrance),
    assetsFolder: null,
    policy: "script-src 'self' 'unsafe-inline'",
    middleware: (request, response, next) => {
      if (request.url === '/main.tsx') response.end('made just now')
      else next()
    },
  }

  test('the middleware serves files, and pages work as usual', async () => {
    const server = await buildTestApp({ pages })
    expect((await server.visitor.get('/main.tsx')).body).toBe('made just now')
    expect((await server.visitor.get('/gone.tsx')).statusCode).toBe(404)
    const page = await server.visitor.get('/')
    expect(page.json()).toEqual({ user: null, signups: true, maxUploadMb: 25 })
    expect(page.headers['content-security-policy']).toBe("script-src 'self' 'unsafe-inline'")
    await server.close()
  })
})

test('a start fails if the pages are not built or have no tenfold-entrance tag', () => {
  const line = 'The web pages are not built. Run npm start, or npm run build.'
  expect(() => builtPages(join(folder, 'nothing'))).toThrow(line)
  writeFileSync(join(folder, 'assets', 'index.html'), '<!doctype html>')
  expect(() => builtPages(join(folder, 'assets'))).toThrow(line)
})
