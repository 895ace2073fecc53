import { CircleAlert, Download, Undo2, X } from 'lucide-react'
import { type Ref, useRef } from 'react'

import { formatSize } from '#domain/attachment.ts'

import { Button, IconButton } from '../ui/button.tsx'
import { percentSent } from './describe-uploads.ts'
import { Aside, FileIcon, FileLink, type FocusProps, ICON, Name, Row, sizeText } from './row-parts.tsx'
import { type Upload, uploads } from './uploads.ts'

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
      icon={<FileIcon name={name} hasFile={hasFile} />}
      actions={<RemoveButton name={name} onClick={onToggle} isRemoved={isRemoved} />}
    >
      {hasFile && !isRemoved ? (
        <FileLink taskId={taskId} name={name} size={size}>
          <Download size={16} strokeWidth={1.75} className="mx-1 shrink-0 text-fg-3" aria-hidden="true" />
        </FileLink>
      ) : (
        <>
          <Name name={name} isStruck={isRemoved} />
          <Aside>{text}</Aside>
        </>
      )}
    </Row>
  )
}

type UploadProps = FocusProps & { upload: Upload }

/** A file on its way, or one that did not arrive. It is one row throughout, so that the focus stays in it. */
export function UploadRow({ upload, focusNext }: UploadProps) {
  const { name, file, state } = upload
  const cancel = useRef<HTMLButtonElement>(null)
  const retry = () => {
    cancel.current?.focus()
    uploads.retry(upload.id)
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
          <RemoveButton
            ref={cancel}
            name={name}
            onClick={() => uploads.cancel(upload)}
            isOnItsWay={!hasFailed}
          />
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

/** Stands for the files when they could not be read. */
export function UnreadRow({ onRetry }: { onRetry: () => void }) {
  return (
    <li className="px-2 py-1.5 text-meta text-danger-text">
      The files could not be loaded.{' '}
      <button type="button" className="border-b border-control font-medium" onClick={onRetry}>
        Try again
      </button>
    </li>
  )
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
