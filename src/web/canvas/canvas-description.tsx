import { useId, useState } from 'react'
import * as words from './words.ts'

/** Descriptions longer than this start collapsed, so that the text fields stay in view. */
const CHARACTERS_SHOWN = 420
const LINES_SHOWN = 6

export function CanvasDescription({ text }: { text: string | null }) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  if (!text) return <p className="text-body text-fg-3">{words.noDescription}</p>
  const isLong = text.length > CHARACTERS_SHOWN || text.split('\n', LINES_SHOWN + 1).length > LINES_SHOWN
  return (
    <div className="max-w-152 text-body text-fg-2">
      <p
        id={id}
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap ${isLong && !isWhole ? 'line-clamp-6' : ''}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1 rounded-xs border-b border-control text-label font-medium hover:border-fg touch:min-h-6"
        >
          {isWhole ? words.showLess : words.showMore}
        </button>
      )}
    </div>
  )
}
