import { StartError } from './start-error.ts'

/** Why the data folder cannot be used, in words. */
export function folderError(path: string, error: unknown): StartError {
  const code = errorCode(error)
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new StartError(`DATA_DIR: ${path} is a file, or lies below one. Set DATA_DIR to a folder.`)
  }
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') {
    return new StartError(`The disk of ${path} is full. Free some space, or set DATA_DIR to another folder.`)
  }
  return new StartError(
    `The data folder ${path} cannot be used (${code}). Let the user that runs Tenfold write it, or set DATA_DIR to another folder.`,
  )
}

/** The code of an error of Node or SQLite, such as 'EACCES'; its text when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
