import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'

import type { Attachment } from '#domain/attachments/attachment.ts'
import { isPicture } from '#domain/attachments/file-type.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { RefusedRow, UnreadRow, UploadRow } from '../attachments/attachment-row.tsx'
import { PickedNews } from '../attachments/picked-news.tsx'
import { Aside, FileIcon, FileLink, Name, Row, sizeText } from '../attachments/row-parts.tsx'
import { UploadNewsText } from '../attachments/upload-news.tsx'
import { useAttachedFiles } from '../attachments/use-attached-files.ts'
import { usePickedFiles } from '../attachments/use-picked-files.ts'
import { FileButton } from '../ui/file-button.tsx'
import { useFileDrop } from '../ui/use-file-drop.ts'
import { Picture } from './picture.tsx'
import * as words from './words.ts'

type Props = { task: ShortTask; title?: ReactNode }

/** The task's attachments. Add opens the file picker; files can also be dropped anywhere on the dialog. */
export function CanvasFiles({ task, title = words.attachments }: Props) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const { names, stored, unfilled, onTheirWay, count, send, isError, retry } = useAttachedFiles(task)
  const { refused, note, rowCount, list, pick, forget } = usePickedFiles(count, send, unfilled)
  const isOver = useFileDrop(section, '[role="dialog"]', pick)
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className={`relative rounded-md ${isOver ? 'outline-2 outline-offset-8 outline-ring outline-dashed' : ''}`}
    >
      <div className="flex min-h-8 items-center justify-between">
        <h3 id={id} className="text-label font-semibold">
          {title}
        </h3>
        <FileButton
          ref={add}
          variant="ghost"
          size="sm"
          className="-mr-0.5"
          icon={<Plus size={14} />}
          onPick={(files) => pick({ files, folders: [] })}
        >
          {words.add}
          <span className="sr-only">{words.addFiles}</span>
        </FileButton>
      </div>
      <PickedNews note={note} refused={refused} />
      {isOver && (
        <p className="absolute inset-0 z-1 grid place-items-center rounded-md bg-raised/90 text-label font-medium">
          {words.dropToAttach}
        </p>
      )}
      {rowCount === 0 ? (
        <p className="py-1.5 text-label text-fg-3">{words.noAttachments}</p>
      ) : (
        <ul
          ref={list}
          aria-labelledby={id}
          className="-mx-1 mt-1 max-h-45 scroll-mb-4 overflow-y-auto overscroll-contain px-1"
        >
          {names.map((name) => (
            <FileRow
              key={`name ${name}`}
              taskId={task.id}
              name={name}
              file={stored && (stored.get(name) ?? null)}
              focusNext={add}
            />
          ))}
          {onTheirWay.map((upload) => (
            <UploadRow key={upload.key} upload={upload} focusNext={add} />
          ))}
          {isError && <UnreadRow onRetry={retry} />}
          {refused.map((file) => (
            <RefusedRow key={file.id} {...file} focusNext={add} onRemove={() => forget(file.id)} />
          ))}
        </ul>
      )}
      <UploadNewsText isFor={(taskId) => taskId === task.id} />
    </section>
  )
}

type FileRowProps = {
  taskId: number
  name: string
  /** The stored file; null for a name that has no file, undefined until that is known. */
  file: Attachment | null | undefined
  focusNext: RefObject<HTMLElement | null>
}

function FileRow({ taskId, name, file, focusNext }: FileRowProps) {
  const icon = <FileIcon name={name} hasFile={Boolean(file)} />
  return (
    <Row
      focusNext={focusNext}
      icon={
        file && isPicture(file.type) ? (
          <Picture taskId={taskId} name={name} size={file.size} icon={icon} />
        ) : (
          icon
        )
      }
    >
      {file ? (
        <FileLink taskId={taskId} name={name} size={file.size} />
      ) : (
        <>
          <Name name={name} />
          <Aside>{sizeText(file === null ? null : undefined)}</Aside>
        </>
      )}
    </Row>
  )
}
