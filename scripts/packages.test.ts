import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { installPackages, packagesAreInstalled } from './packages.mjs'

let root = ''

/** An npm stub that fails twice, as if the registry were down, and then succeeds without installing anything. */
const STUB_NPM = `
  const { appendFileSync, readFileSync } = require('node:fs')
  appendFileSync('attempts', '+')
  process.exit(readFileSync('attempts', 'utf8').length < 3 ? 1 : 0)
`

const write = (path: string, value: unknown) => writeFile(join(root, path), JSON.stringify(value, null, 2))

/** A project with one local package, so that npm installs it without a network. */
async function makeProject(version: string): Promise<void> {
  const project = { name: 'sample', version, dependencies: { 'sample-package': 'file:package' } }
  await write('package.json', project)
  await write('package-lock.json', {
    name: 'sample',
    version,
    lockfileVersion: 3,
    packages: {
      '': project,
      'node_modules/sample-package': { resolved: 'package', link: true },
      package: { name: 'sample-package', version: '1.0.0' },
    },
  })
}

beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  root = await mkdtemp(join(tmpdir(), 'tenfold-packages-'))
  await makeProject('1.0.0')
  await mkdir(join(root, 'package'))
  await write('package/package.json', { name: 'sample-package', version: '1.0.0' })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

describe('installing packages', () => {
  test('installs exactly the packages of the lock file, once', async () => {
    expect(await packagesAreInstalled(root)).toBe(false)
    await installPackages(root)
    expect(existsSync(join(root, 'node_modules/sample-package/package.json'))).toBe(true)
    expect(await packagesAreInstalled(root)).toBe(true)

    await writeFile(join(root, 'node_modules/untouched'), '')
    await installPackages(root)
    expect(existsSync(join(root, 'node_modules/untouched'))).toBe(true)
  })

  test('is needed again after the lock file changes', async () => {
    await installPackages(root)
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
    lock.packages['node_modules/another'] = { version: '1.0.0', integrity: 'sha512-another' }
    await write('package-lock.json', lock)
    expect(await packagesAreInstalled(root)).toBe(false)
  })

  test('is needed again after a failure', async () => {
    await installPackages(root)
    await write('package.json', { name: 'sample', dependencies: { 'sample-package': 'file:elsewhere' } })
    await writeFile(join(root, 'node_modules/.tenfold/packages'), 'of another lock file')
    await rm(join(root, 'node_modules/.package-lock.json'))
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    await expect(installPackages(root)).rejects.toThrow('Couldn’t install the packages')
    expect(complaint).toHaveBeenCalledOnce()
    expect(await packagesAreInstalled(root)).toBe(false)
  })

  test('is tried three times', async () => {
    const npm = join(root, 'npm-cli.js')
    await writeFile(npm, STUB_NPM)
    vi.stubEnv('npm_execpath', npm)
    await installPackages(root, [0, 0])
    expect(await readFile(join(root, 'attempts'), 'utf8')).toBe('+++')
    expect(await packagesAreInstalled(root)).toBe(true)
  })

  test('is not needed after a manual npm install', async () => {
    await installPackages(root)
    await rm(join(root, 'node_modules/.tenfold'), { recursive: true })
    expect(await packagesAreInstalled(root)).toBe(true)
  })

  test('is needed if the installed packages are for another platform', async () => {
    await installPackages(root)
    await rm(join(root, 'node_modules/.tenfold'), { recursive: true })
    const foreign = { version: '1.0.0', integrity: 'sha512-x', optional: true, os: ['none'] }
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
      const lock = JSON.parse(await readFile(join(root, file), 'utf8'))
      lock.packages['node_modules/foreign'] = foreign
      await write(file, lock)
    }
    expect(await packagesAreInstalled(root)).toBe(false)
  })
})
