import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns null on any error, such as a missing path. */
export async function statIfThere(path: string): Promise<Stats | null> {
  return stat(path).catch(() => null)
}

/** Returns null when the file or folder is missing. */
export async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Lists the names in a folder, or none if it is missing.
 * @param before only those last written before this time, in milliseconds since 1970
 */
export async function namesIn(folder: string, before: number | undefined): Promise<string[]> {
  const names = (await ifThere(readdir(folder))) ?? []
  return before === undefined ? names : writtenBefore(folder, names, before)
}

async function writtenBefore(folder: string, names: readonly string[], before: number): Promise<string[]> {
  const old: string[] = []
  for (const name of names) {
    const there = await statIfThere(join(folder, name))
    if (there && there.mtimeMs < before) old.push(name)
  }
  return old
}
