import { File, FileText, Image } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'

import { shortAttachmentName } from '#domain/attachments/attachment.ts'

import { attachmentPath } from './attachment-path.ts'
import { usePassFocus } from './pass-focus.ts'
import * as words from './words.ts'

/** The element that gets focus when a focused row disappears. */
export type FocusProps = { focusNext: RefObject<HTMLElement | null> }

type RowProps = FocusProps & { icon: ReactNode; children: ReactNode; actions?: ReactNode }

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

/** A shortened file name. Screen readers and the tooltip get the full name. */
export function Name({ name, isStruck = false }: { name: string; isStruck?: boolean }) {
  const short = shortAttachmentName(name)
  return (
    <span
      dir="auto"
      title={name}
      className={`min-w-0 truncate py-0.5 ${isStruck ? 'text-fg-3 line-through' : ''}`}
    >
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

export function Aside({ children }: { children: ReactNode }) {
  return <span className="ml-auto shrink-0 text-meta text-fg-3">{children}</span>
}

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
      <span className="sr-only">{words.download}</span>
    </a>
  )
}

type FileLinkProps = { taskId: number; name: string; size: number; children?: ReactNode }

/** Returns the text for a size in bytes. Pass null for a name without a file, undefined while loading. */
export function sizeText(size: number | null | undefined): string {
  if (size === undefined) return ''
  return size === null ? words.nameOnly : words.size(size)
}

/** The icon for a file's type, chosen by the file's name. `hasFile` is false for a name without a file. */
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
