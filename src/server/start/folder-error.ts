import { StartError } from '../settings/start-error.ts'

/** Returns an error that explains why the data folder cannot be used. */
export function folderError(path: string, error: unknown): StartError {
  const code = errorCode(error)
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new StartError(`DATA_DIR: ${path} is a file or is inside one. Set DATA_DIR to a folder.`)
  }
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') {
    return new StartError(
      `The disk that holds ${path} is full. Free some space, or set DATA_DIR to another folder.`,
    )
  }
  return new StartError(
    `The data folder ${path} isn’t usable (${code}). Give the user that runs Tenfold write access, or set DATA_DIR to another folder.`,
  )
}

/** Returns the code of a Node or SQLite error, such as "EACCES", or its text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
