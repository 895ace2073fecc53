import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { attachmentPath } from '../attachments/attachment-path.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import * as words from './words.ts'

/** The maximum size of a file with a thumbnail, in bytes. Larger files get an icon. */
const THUMBNAIL_BYTES_MAX = 10 * 2 ** 20

type Props = {
  taskId: number
  name: string
  size: number
  /** Shown if the file is too large for a thumbnail or isn't a readable image. */
  icon: ReactNode
}

export function Picture({ taskId, name, size, icon }: Props) {
  const [isBroken, setIsBroken] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const path = attachmentPath(taskId, name)
  const hasThumbnail = size <= THUMBNAIL_BYTES_MAX && !isBroken
  return (
    <>
      <button
        type="button"
        aria-label={words.preview(name)}
        onClick={() => setIsOpen(true)}
        className="-mr-0.5 -ml-1.5 flex size-7 shrink-0 items-center justify-center rounded-sm hover:darker touch:-ml-3 touch:size-10"
      >
        {hasThumbnail ? (
          <img
            src={path}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setIsBroken(true)}
            className="size-7 rounded-sm bg-sunken object-cover touch:size-8"
          />
        ) : (
          icon
        )}
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={name}
        width="preview"
        footer={
          <DialogFooter>
            <ButtonLink data-autofocus href={path} download={name} icon={<Download size={16} />}>
              {words.download}
            </ButtonLink>
          </DialogFooter>
        }
      >
        <LargePicture path={path} name={name} />
      </Dialog>
    </>
  )
}

function LargePicture({ path, name }: { path: string; name: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <p className="py-10 text-center text-body text-fg-2">{words.brokenPicture}</p>
  return (
    <img
      src={path}
      alt={name}
      onError={() => setIsBroken(true)}
      className="mx-auto max-h-[calc(100dvh-220px)] min-h-10 max-w-full rounded-md bg-sunken object-contain"
    />
  )
}
