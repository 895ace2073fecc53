import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { attachmentPath } from '../attachments/attachment-path.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'

/** Larger files are not read just to be shown small. In bytes. */
const THUMBNAIL_BYTES_MAX = 10 * 2 ** 20

type Props = {
  taskId: number
  name: string
  size: number
  /** Stands in the place of a picture that is too large, or that cannot be shown. */
  icon: ReactNode
}

/** A picture among the files, in small; pressed, it is shown as large as there is room. */
export function Picture({ taskId, name, size, icon }: Props) {
  const [isBroken, setBroken] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const path = attachmentPath(taskId, name)
  const hasThumbnail = size <= THUMBNAIL_BYTES_MAX && !isBroken
  return (
    <>
      <button
        type="button"
        aria-label={`Preview ${name}`}
        onClick={() => setOpen(true)}
        className="-mr-0.5 -ml-1.5 flex size-7 shrink-0 items-center justify-center rounded-sm hover:brightness-95 touch:-ml-3 touch:size-10"
      >
        {hasThumbnail ? (
          <img
            src={path}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setBroken(true)}
            className="size-7 rounded-sm bg-sunken object-cover touch:size-8"
          />
        ) : (
          icon
        )}
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={name}
        width="preview"
        footer={
          <DialogFooter>
            <ButtonLink
              data-autofocus
              href={path}
              download={name}
              icon={<Download size={16} aria-hidden="true" />}
            >
              Download
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
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <p className="py-10 text-center text-body text-fg-2">
        The picture could not be shown. It can still be downloaded.
      </p>
    )
  return (
    <img
      src={path}
      alt={name}
      onError={() => setBroken(true)}
      className="mx-auto max-h-[calc(100dvh-220px)] min-h-10 max-w-full rounded-md bg-sunken object-contain"
    />
  )
}
