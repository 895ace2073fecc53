import { mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @type {number | null} */
let file = null

/**
 * Starts the log of this run, which receives the output of every step and everything that `say` prints.
 *
 * @param {string} path
 */
export function openRunLog(path) {
  mkdirSync(dirname(path), { recursive: true })
  file = openSync(path, 'w')
}

/**
 * Writes text to the log synchronously, so that the text survives an interrupted run. Does nothing before `openRunLog`.
 *
 * @param {string} text
 */
export function writeRunLog(text) {
  if (file !== null) writeSync(file, stripVTControlCharacters(text))
}

/**
 * Prints lines and adds them to the log.
 *
 * @param {string} text
 */
export function say(text) {
  console.log(text)
  writeRunLog(`${text}\n`)
}
