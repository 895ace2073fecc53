import { CopyPlus, Eye, Trash2 } from 'lucide-react'

import type { Template } from '#domain/templates/template.ts'

import { Button, IconButton } from '../ui/button.tsx'
import { PublicBadge } from './public-badge.tsx'
import * as words from './words.ts'

type Props = {
  template: Template
  /** Whether the user owns it and can delete it. */
  isOwn: boolean
  onPreview: () => void
  onUse: () => void
  onDelete: () => void
}

export function TemplateCard({ template, isOwn, onPreview, onUse, onDelete }: Props) {
  const { id, name, description, category, isPublic } = template
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line-2 bg-surface px-2 transition-shadow [contain-intrinsic-size:auto_164px] [content-visibility:auto] hover:shadow-sh-3">
      <div className="flex-1 px-2 pt-3.75 pb-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3
            dir="auto"
            title={name}
            className="line-clamp-2 min-w-0 text-[14.5px]/5 font-semibold tracking-[-0.01em] break-words"
          >
            {name}
          </h3>
          {isPublic && <PublicBadge />}
        </div>
        <p
          dir="auto"
          className={`mt-1 line-clamp-2 min-h-9 text-note break-words ${description ? 'text-fg-2' : 'text-fg-3'}`}
        >
          {description || words.noDescription}
        </p>
        <p dir="auto" className="mt-2.5 truncate text-meta text-fg-3">
          {id < 0 ? words.waitingToBeSent : category}
        </p>
      </div>
      <div className="flex items-center gap-1 border-t border-line py-1.5">
        <Button
          variant="ghost"
          aria-label={words.previewOf(name)}
          icon={<Eye size={16} />}
          onClick={onPreview}
        >
          {words.preview}
        </Button>
        <Button variant="ghost" aria-label={words.useOf(name)} icon={<CopyPlus size={16} />} onClick={onUse}>
          {words.use}
        </Button>
        {isOwn && (
          <IconButton
            label={words.deleteOf(name)}
            icon={<Trash2 size={16} />}
            onClick={onDelete}
            className="ml-auto"
          />
        )}
      </div>
    </li>
  )
}
