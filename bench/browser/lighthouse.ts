import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { installPackages } from '../../scripts/packages.mjs'

/** The Lighthouse scores of a page, each from 0 to 100. */
export type Scores = { name: string; performance: number; accessibility: number; bestPractices: number }

/** The folder for Lighthouse's packages, which are installed on first use because nothing else needs them. */
const FOLDER = join(import.meta.dirname, '../lighthouse')
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js')
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const REPORT_BYTES_MAX = 64 * 2 ** 20

type Visit = { name: string; url: string; form: 'desktop' | 'mobile'; cookie?: string }
type Report = { categories: Record<string, { score: number | null }> }

/** Runs Lighthouse on pages, one after the other, each in a new browser. */
export async function scorePages(chromePath: string, visits: readonly Visit[]): Promise<Scores[]> {
  await installPackages(FOLDER)
  const scores: Scores[] = []
  for (const visit of visits) scores.push(await scorePage(chromePath, visit))
  return scores
}

async function scorePage(chromePath: string, { name, url, form, cookie }: Visit): Promise<Scores> {
  const isRoot = process.getuid?.() === 0
  const options = [
    '--quiet',
    '--output=json',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=--headless=new --disable-gpu ${isRoot ? '--no-sandbox' : ''}`,
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
    // The cookie is sent with each request, because Lighthouse clears the browser before each page.
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, url, ...options], {
    env: { ...process.env, CHROME_PATH: chromePath },
    maxBuffer: REPORT_BYTES_MAX,
  })
  const { categories } = JSON.parse(stdout) as Report
  const of = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  return {
    name,
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('best-practices'),
  }
}
