import { ATTACHMENT_NAME_BYTES_MAX, byteLength } from '#domain/tasks/attachment-name.ts'
import { cutTo, foldCase } from '#domain/text.ts'

/** Windows device names, with any extension. Source: learn.microsoft.com, "Naming Files, Paths, and Namespaces". */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?= *(\.|$))/i
const FORBIDDEN = /[<>:"|?*\\/\p{Cc}]/gu
/** A longer extension would leave no room for a number before it. */
const ENDING_BYTES_MAX = 200

/**
 * Returns a function that gives each file its path in an archive, such as 'files/7/Plan.pdf'. The paths can be unpacked
 * on Windows, macOS and Linux: names that Windows forbids are changed, and names of a task that differ only in case or
 * composition get a number.
 */
export function archivePaths(): (taskId: number, name: string) => string {
  const taken = new Set<string>()
  return (taskId, name) => {
    const portable = portableName(name)
    for (let number = 1; ; number++) {
      const path = `files/${taskId}/${number === 1 ? portable : numbered(portable, number)}`
      const key = foldCase(path)
      if (taken.has(key)) continue
      taken.add(key)
      return path
    }
  }
}

function portableName(name: string): string {
  const plain = name.replaceAll(FORBIDDEN, '_').replace(DEVICE, '$1_')
  return shortened(plain, '').replace(/[. ]+$/, '_')
}

/** Returns 'Plan (2).pdf' for 'Plan.pdf'. */
function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && byteLength(name.slice(dot)) <= ENDING_BYTES_MAX ? name.slice(dot) : ''
  return shortened(name.slice(0, name.length - end.length), ` (${number})${end}`)
}

/** Shortens `start` so that it fits in a file name together with `end`. */
function shortened(start: string, end: string): string {
  return cutTo(ATTACHMENT_NAME_BYTES_MAX - byteLength(end), start, byteLength) + end
}
