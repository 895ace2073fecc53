import { join } from 'node:path'

import { browserSettings } from '../browser.mjs'
import { packageScript } from '../package-script.mjs'

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {{ args: string[], env: NodeJS.ProcessEnv, report: string }} Command Node's arguments, and the path of the JSON report */

const STORIES = 'tests/browser/'
const UNIT_OPTIONS = ['--project=!s3', '--reporter=default', '--reporter=json']
const STORY_OPTIONS = ['--project=wide', '--workers=1', '--reporter=line,json']

/**
 * Returns the commands that run a row: its unit tests, its stories and its script. Files listed without titles
 * run in a separate command, because a title selects tests in all files of a command.
 *
 * @param {Row} row
 * @param {{ root: string, browser: string, folder: string }} place `folder` is where the reports go
 * @returns {Promise<Command[]>}
 */
export async function commandsOf(row, { root, browser, folder }) {
  /** @type {Command[]} */
  const commands = []
  for (const tests of [row.tests.filter(isWhole), row.tests.filter((test) => !isWhole(test))]) {
    const report = join(folder, `${row.fault}-${commands.length}.json`)
    const others = tests.filter((test) => !isStory(test))
    if (others.length > 0) {
      const args = [
        ...(await packageScript(root, 'test:unit')),
        ...UNIT_OPTIONS,
        `--maxWorkers=${row.workers ?? 1}`,
        `--outputFile.json=${report}`,
      ]
      commands.push({ args: [...args, ...only('-t', others), ...filesOf(others)], env: {}, report })
    }
    const stories = tests.filter(isStory)
    if (stories.length > 0) {
      const report = join(folder, `${row.fault}-${commands.length}.json`)
      const env = { ...browserSettings(browser), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
      const args = [...(await packageScript(root, 'test:browser')), ...STORY_OPTIONS]
      commands.push({ args: [...args, ...only('-g', stories), ...filesOf(stories)], env, report })
    }
  }
  if (row.script) commands.push({ args: [join(root, row.script)], env: {}, report: join(folder, 'none') })
  return commands
}

/** @param {Row['tests'][number]} test */
function isWhole([, ...titles]) {
  return titles.length === 0
}

/** @param {Row['tests'][number]} test */
function isStory([file]) {
  return file.startsWith(STORIES)
}

/** @param {Row['tests']} tests */
function filesOf(tests) {
  return [...new Set(tests.map(([file]) => file))]
}

/**
 * Returns the option that selects tests by title, if there are titles.
 *
 * @param {string} option
 * @param {Row['tests']} tests
 */
function only(option, tests) {
  const titles = tests.flatMap(([, ...titles]) => titles)
  return titles.length > 0 ? [option, titles.map(patternOf).join('|')] : []
}

/**
 * Vitest separates the titles of a group and its test by ' > ', Playwright by a space.
 *
 * @param {string} title
 */
function patternOf(title) {
  const words = title.split(' ').map((word) => RegExp.escape(word))
  return words.join('[ >]+')
}
