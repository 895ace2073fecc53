import { CircleAlert, Download, File, FileText, Image, Undo2, X } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useRef } from 'react'

import { formatSize, shortAttachmentName } from '#domain/attachment.ts'

import { Button, IconButton } from '../ui/button.tsx'
import { attachmentPath } from './attachment-path.ts'
import { percentSent } from './describe-uploads.ts'
import { usePassFocus } from './pass-focus.ts'
import type { Upload } from './uploads.ts'

/** What every row has: where the focus goes when the row that has it is gone. */
type FocusProps = { focusNext: RefObject<HTMLElement | null> }

type HeldProps = FocusProps & { name: string; size: number; onRemove: () => void }

/** A file that will be sent when the form is. */
export function HeldRow({ name, size, onRemove, focusNext }: HeldProps) {
  return (
    <Row
      focusNext={focusNext}
      icon={<FileIcon name={name} />}
      actions={<RemoveButton name={name} onClick={onRemove} />}
    >
      <Name name={name} />
      <Aside>{formatSize(size)}</Aside>
    </Row>
  )
}

type AttachedProps = FocusProps & {
  taskId: number
  name: string
  /** Bytes; null for a name without a file, undefined while that is not known. */
  size: number | null | undefined
  /** Whether it goes when the form is saved. */
  isRemoved: boolean
  onToggle: () => void
}

/** An attachment of a task: a link to its file, or a name alone. */
export function AttachedRow({ taskId, name, size, isRemoved, onToggle, focusNext }: AttachedProps) {
  const hasFile = typeof size === 'number'
  const text = isRemoved ? 'Removed when you save' : sizeText(size)
  return (
    <Row
      focusNext={focusNext}
      icon={hasFile ? <FileIcon name={name} /> : <File {...ICON} />}
      actions={<RemoveButton name={name} onClick={onToggle} isRemoved={isRemoved} />}
    >
      {hasFile && !isRemoved ? (
        <a
          href={attachmentPath(taskId, name)}
          download={name}
          title={name}
          className="-ml-1 flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm pl-1 -outline-offset-2 hover:bg-hover touch:min-h-10"
        >
          <Name name={name} />
          <Aside>{text}</Aside>
          <Download size={16} strokeWidth={1.75} className="mx-1 shrink-0 text-fg-3" aria-hidden="true" />
          <span className="sr-only">download</span>
        </a>
      ) : (
        <>
          <Name name={name} isStruck={isRemoved} />
          <Aside>{text}</Aside>
        </>
      )}
    </Row>
  )
}

type UploadProps = FocusProps & { upload: Upload; onCancel: () => void; onRetry: () => void }

/** A file on its way, or one that did not arrive. It is one row throughout, so that the focus stays in it. */
export function UploadRow({ upload, onCancel, onRetry, focusNext }: UploadProps) {
  const { name, file, state } = upload
  const cancel = useRef<HTMLButtonElement>(null)
  const retry = () => {
    cancel.current?.focus()
    onRetry()
  }
  const hasFailed = state.is === 'failed'
  return (
    <Row
      focusNext={focusNext}
      icon={hasFailed ? <RefusedIcon /> : <FileIcon name={name} />}
      actions={
        <>
          {hasFailed && state.canRetry && (
            <Button variant="ghost" size="sm" className="px-1.5" onClick={retry}>
              Retry<span className="sr-only"> {name}</span>
            </Button>
          )}
          <RemoveButton ref={cancel} name={name} onClick={onCancel} isOnItsWay={!hasFailed} />
        </>
      }
    >
      {hasFailed ? (
        <Refusal name={name} reason={state.reason} />
      ) : (
        <>
          <Name name={name} />
          {state.is === 'waiting' ? (
            <Aside>Waiting</Aside>
          ) : (
            <SendingAside name={name} percent={percentSent(state.sent, file.size)} />
          )}
        </>
      )}
    </Row>
  )
}

function SendingAside({ name, percent }: { name: string; percent: number }) {
  return (
    <Aside>
      <progress
        aria-label={`Uploading ${name}`}
        value={percent}
        max={100}
        className="h-1 w-15 appearance-none overflow-hidden rounded-full bg-line-2 align-middle [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line-2 [&::-webkit-progress-value]:bg-ink"
      />
      <span className="ml-2 inline-block w-8 text-right" aria-hidden="true">
        {percent}%
      </span>
    </Aside>
  )
}

type RefusedProps = FocusProps & { name: string; reason: string; onRemove: () => void }

/** A file that cannot be attached, and why. */
export function RefusedRow({ name, reason, onRemove, focusNext }: RefusedProps) {
  return (
    <Row
      focusNext={focusNext}
      icon={<RefusedIcon />}
      actions={<RemoveButton name={name} onClick={onRemove} />}
    >
      <Refusal name={name} reason={reason} />
    </Row>
  )
}

function Refusal({ name, reason }: { name: string; reason: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 py-1 text-danger-text">
      <Name name={name} />
      <span className="text-meta">{reason}</span>
    </span>
  )
}

function RefusedIcon() {
  return <CircleAlert {...ICON} className="shrink-0 text-danger-text" />
}

function sizeText(size: AttachedProps['size']): string {
  if (size === undefined) return ''
  return size === null ? 'name only' : formatSize(size)
}

type RowProps = FocusProps & { icon: ReactNode; children: ReactNode; actions: ReactNode }

function Row({ icon, children, actions, focusNext }: RowProps) {
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
function Name({ name, isStruck = false }: { name: string; isStruck?: boolean }) {
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

function Aside({ children }: { children: ReactNode }) {
  return <span className="ml-auto shrink-0 text-meta text-fg-3">{children}</span>
}

type RemoveProps = {
  name: string
  onClick: () => void
  isRemoved?: boolean
  isOnItsWay?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** One button that takes away and gives back, so that the focus stays on it. */
function RemoveButton({ name, onClick, isRemoved = false, isOnItsWay = false, ref }: RemoveProps) {
  const verb = isRemoved ? 'Keep' : isOnItsWay ? 'Cancel the upload of' : 'Remove'
  return (
    <IconButton
      ref={ref}
      label={`${verb} ${name}`}
      icon={isRemoved ? <Undo2 size={14} /> : <X size={14} />}
      size="sm"
      onClick={onClick}
    />
  )
}

function FileIcon({ name }: { name: string }) {
  return IMAGE.test(name) ? <Image {...ICON} /> : <FileText {...ICON} />
}

const ICON = {
  size: 16,
  strokeWidth: 1.75,
  'aria-hidden': true,
  className: 'shrink-0 text-fg-3',
} as const

const IMAGE = /\.(avif|gif|heic|jpe?g|png|svg|tiff?|webp)$/i
