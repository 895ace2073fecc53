import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { until } from '#tests/support/until.ts'

import { buildWeb, webIsBuilt } from './web-build.mjs'

const VITE = join(import.meta.dirname, '../node_modules/vite')
const CONFIG = `export default { root: 'src/web' }`
const CONFIG_THAT_NEVER_ENDS = `
import { writeFileSync } from 'node:fs'
export default {
  root: 'src/web',
  plugins: [{ name: 'endless', buildStart: () => (writeFileSync('begun', ''), new Promise((r) => setTimeout(r, 60_000))) }],
}`

let root = ''

const write = (path: string, text: string) => writeFile(join(root, path), text)
const builtScript = async () => {
  const files = await readdir(join(root, 'dist/assets'))
  return readFile(join(root, 'dist/assets', files[0] ?? ''), 'utf8')
}

beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  root = await mkdtemp(join(tmpdir(), 'tenfold-build-'))
  await Promise.all(
    ['src/web', 'src/domain', 'node_modules'].map((path) => mkdir(join(root, path), { recursive: true })),
  )
  await symlink(VITE, join(root, 'node_modules/vite'))
  await write('vite.config.ts', CONFIG)
  await write('src/web/index.html', '<script type="module" src="./main.ts"></script>')
  await write('src/web/main.ts', "document.title = 'first'")
})

afterEach(() => rm(root, { recursive: true }))

describe('the pages', () => {
  test('are built once for unchanged sources', async () => {
    expect(await webIsBuilt(root)).toBe(false)
    await buildWeb(root, process.execPath)
    expect(await webIsBuilt(root)).toBe(true)
    expect(await builtScript()).toContain('first')

    await write('dist/untouched', '')
    await buildWeb(root, process.execPath)
    expect(existsSync(join(root, 'dist/untouched'))).toBe(true)
  })

  test('are not stale after a test changes', async () => {
    await buildWeb(root, process.execPath)
    await write('src/web/main.test.ts', 'a test')
    expect(await webIsBuilt(root)).toBe(true)
  })

  test.each(['src/web/main.ts', 'src/domain/rule.ts', 'vite.config.ts', 'package-lock.json'])(
    'are stale after %s changes',
    async (path) => {
      await buildWeb(root, process.execPath)
      await appendFile(join(root, path), '// changed')
      expect(await webIsBuilt(root)).toBe(false)
    },
  )

  test('are rebuilt when the build stamp is missing', async () => {
    await buildWeb(root, process.execPath)
    await rm(join(root, 'dist/.inputs'))
    expect(await webIsBuilt(root)).toBe(false)
  })

  test('stay unchanged and stale when a build fails', async () => {
    await buildWeb(root, process.execPath)
    await write('src/web/main.ts', 'this is no program')
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    await expect(buildWeb(root, process.execPath)).rejects.toThrow('The pages couldn’t be built')
    expect(complaint).toHaveBeenCalledOnce()
    expect(await webIsBuilt(root)).toBe(false)
    expect(await builtScript()).toContain('first')
  })

  test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
    'stay unchanged and stale when %s interrupts a build; the next build succeeds',
    async (signal) => {
      await buildWeb(root, process.execPath)
      await write('vite.config.ts', CONFIG_THAT_NEVER_ENDS)
      const program = `import { buildWeb } from ${JSON.stringify(join(import.meta.dirname, 'web-build.mjs'))}
        await buildWeb(${JSON.stringify(root)}, process.execPath)`
      // A separate process group, so that Vite ends with the killed builder.
      const builder = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: 'ignore',
        detached: true,
      })
      const ended = once(builder, 'exit')
      await until(() => expect(existsSync(join(root, 'begun'))).toBe(true))
      process.kill(signal === 'SIGKILL' ? -(builder.pid ?? 0) : (builder.pid ?? 0), signal)
      await ended

      expect(await webIsBuilt(root)).toBe(false)
      expect(await builtScript()).toContain('first')
      await write('vite.config.ts', CONFIG)
      await write('src/web/main.ts', "document.title = 'second'")
      await buildWeb(root, process.execPath)
      expect(await builtScript()).toContain('second')
    },
  )
})
