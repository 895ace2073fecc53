import { CircleAlert, Download, Undo2, X } from 'lucide-react'
import { type Ref, useRef } from 'react'

import { Button, IconButton } from '../ui/button.tsx'
import { percentText } from '../ui/numbers.ts'
import { percentSent } from './describe-uploads.ts'
import { Aside, FileIcon, FileLink, type FocusProps, ICON, Name, Row, sizeText } from './row-parts.tsx'
import type { ShownUpload } from './shown-uploads.ts'
import * as words from './words.ts'

type HeldProps = FocusProps & { name: string; file: File; onRemove: () => void }

export function HeldRow({ name, file, onRemove, focusNext }: HeldProps) {
  return (
    <Row
      focusNext={focusNext}
      icon={<FileIcon name={name} />}
      actions={<RemoveButton name={name} onClick={onRemove} />}
    >
      <Name name={name} />
      <Aside>{words.size(file.size)}</Aside>
    </Row>
  )
}

type AttachedProps = FocusProps & {
  taskId: number
  name: string
  /** The size in bytes; null for a name without a file, undefined while loading. */
  size: number | null | undefined
  /** Whether saving the form removes the attachment. */
  isRemoved: boolean
  onToggle: () => void
}

export function AttachedRow({ taskId, name, size, isRemoved, onToggle, focusNext }: AttachedProps) {
  const hasFile = typeof size === 'number'
  const text = isRemoved ? words.removedOnSave : sizeText(size)
  return (
    <Row
      focusNext={focusNext}
      icon={<FileIcon name={name} hasFile={hasFile} />}
      actions={<RemoveButton name={name} onClick={onToggle} isRemoved={isRemoved} />}
    >
      {hasFile && !isRemoved ? (
        <FileLink taskId={taskId} name={name} size={size}>
          <Download size={16} strokeWidth={1.75} className="mx-1 shrink-0 text-fg-3" />
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

type UploadProps = FocusProps & { upload: ShownUpload }

/** An upload in any state. The row stays mounted when the upload fails, so that it keeps focus. */
export function UploadRow({ upload, focusNext }: UploadProps) {
  const { name, size, state } = upload
  const cancel = useRef<HTMLButtonElement>(null)
  const retry = () => {
    cancel.current?.focus()
    upload.retry()
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
              {words.retry}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          <RemoveButton ref={cancel} name={name} onClick={upload.cancel} isOnItsWay={!hasFailed} />
        </>
      }
    >
      {hasFailed ? (
        <Refusal name={name} reason={state.reason} />
      ) : (
        <>
          <Name name={name} />
          {state.is === 'sending' ? (
            <SendingAside name={name} percent={percentSent(state.sent, size)} />
          ) : (
            <Aside>{state.is === 'kept' ? words.waitingToBeSent : words.waiting}</Aside>
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
        aria-label={words.uploading(name)}
        value={percent}
        max={100}
        className="h-1 w-15 appearance-none overflow-hidden rounded-full bg-line-2 align-middle [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line-2 [&::-webkit-progress-value]:bg-ink"
      />
      <span className="ml-2 inline-block w-8 text-right" aria-hidden="true">
        {percentText(percent)}
      </span>
    </Aside>
  )
}

type RefusedProps = FocusProps & { name: string; reason: string; onRemove: () => void }

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

/** Shown instead of the files if they couldn't be loaded. */
export function UnreadRow({ onRetry }: { onRetry: () => void }) {
  return (
    <li className="px-2 py-1.5 text-meta text-danger-text">
      {words.filesNotLoaded}{' '}
      <button type="button" className="border-b border-control font-medium" onClick={onRetry}>
        {words.tryAgain}
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

/** One button removes and restores, so it keeps focus. It ignores a second click, which could hit the next row. */
function RemoveButton({ name, onClick, isRemoved = false, isOnItsWay = false, ref }: RemoveProps) {
  const label = isRemoved ? words.keep : isOnItsWay ? words.cancelUpload : words.remove
  return (
    <IconButton
      ref={ref}
      label={label(name)}
      icon={isRemoved ? <Undo2 size={14} /> : <X size={14} />}
      size="sm"
      onClick={({ detail }) => detail <= 1 && onClick()}
    />
  )
}
