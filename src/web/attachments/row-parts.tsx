import { File, FileText, Image } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'

import { formatSize, shortAttachmentName } from '#domain/attachment.ts'

import { attachmentPath } from './attachment-path.ts'
import { usePassFocus } from './pass-focus.ts'

/** What every row has: where the focus goes when the row that has it is gone. */
export type FocusProps = { focusNext: RefObject<HTMLElement | null> }

type RowProps = FocusProps & { icon: ReactNode; children: ReactNode; actions?: ReactNode }

/** A row of a list of files. */
export function Row({ icon, children, actions, focusNext }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  usePassFocus(row, focusNext)
  return (
    <li
      ref={row}
      className="flex min-h-9 items-center gap-2 border-t border-line pr-1.5 pl-2 text-label first:border-t-0"
    >
      {icon}
      <div className="flex min-w-0 flex-1 items-center gap-2">{children}</div>
      {actions}
    </li>
  )
}

/** A name as lists show it; whole for screen readers, and under the pointer. */
export function Name({ name, isStruck = false }: { name: string; isStruck?: boolean }) {
  const short = shortAttachmentName(name)
  return (
    <span title={name} className={`min-w-0 truncate py-0.5 ${isStruck ? 'text-fg-3 line-through' : ''}`}>
      {short === name ? (
        name
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="sr-only">{name}</span>
        </>
      )}
    </span>
  )
}

/** What stands at the end of a row. */
export function Aside({ children }: { children: ReactNode }) {
  return <span className="ml-auto shrink-0 text-meta text-fg-3">{children}</span>
}

/** A stored file by its name and size: pressing it downloads it. The children stand at its end. */
export function FileLink({ taskId, name, size, children }: FileLinkProps) {
  return (
    <a
      href={attachmentPath(taskId, name)}
      download={name}
      title={name}
      className="-ml-1 flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm pl-1 -outline-offset-2 hover:bg-hover touch:min-h-10"
    >
      <Name name={name} />
      <Aside>{sizeText(size)}</Aside>
      {children}
      <span className="sr-only">download</span>
    </a>
  )
}

type FileLinkProps = { taskId: number; name: string; size: number; children?: ReactNode }

/** What is said of a file's size: bytes; null for a name without a file, undefined while that is not known. */
export function sizeText(size: number | null | undefined): string {
  if (size === undefined) return ''
  return size === null ? 'name only' : formatSize(size)
}

/** What a file is by its name; `hasFile` is false for a name alone. */
export function FileIcon({ name, hasFile = true }: { name: string; hasFile?: boolean }) {
  if (!hasFile) return <File {...ICON} />
  return IMAGE.test(name) ? <Image {...ICON} /> : <FileText {...ICON} />
}

export const ICON = {
  size: 16,
  strokeWidth: 1.75,
  'aria-hidden': true,
  className: 'shrink-0 text-fg-3',
} as const

const IMAGE = /\.(avif|gif|heic|jpe?g|png|svg|tiff?|webp)$/i
