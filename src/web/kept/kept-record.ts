import { isSignedOutSince } from '../drafts/forget-drafts.ts'

/** `early.js` reads it too. */
const RECORD_KEY = 'tenfold:kept'

/** What is known, before any row is read, of the tasks that this browser keeps. */
export type KeptRecord = {
  userId: string
  /** The number of the last change that is among them. */
  change: number
  /** The build that kept them: another one may know tasks of another form. */
  build: string
  /** The page that keeps them: only one at a time goes on from what it kept. */
  page: string
}

/** Like no other build's: the names of its files, which carry hashes. */
export function thisBuild(): string {
  return document.querySelector('meta[name="tenfold-files"]')?.getAttribute('content') ?? ''
}

/** What is kept for a person by this build, or null. It never fails. */
export function readRecord(userId: string): KeptRecord | null {
  try {
    const record = JSON.parse(localStorage.getItem(RECORD_KEY) ?? 'null') as KeptRecord | null
    const isOurs = record?.userId === userId && record.build === thisBuild()
    return isOurs && Number.isSafeInteger(record.change) ? record : null
  } catch {
    return null
  }
}

/** @throws where storage is forbidden or full */
export function writeRecord(record: KeptRecord): void {
  localStorage.setItem(RECORD_KEY, JSON.stringify(record))
}

/** From here on nothing that is kept counts. @throws where storage is forbidden */
export function removeRecord(): void {
  localStorage.removeItem(RECORD_KEY)
}

/** Whether somebody signed out after a page was loaded, or it cannot be known. @param loadedAt in ms since 1970 */
export function wasSignedOutSince(loadedAt: number): boolean {
  try {
    return isSignedOutSince(localStorage, loadedAt)
  } catch {
    return true
  }
}
