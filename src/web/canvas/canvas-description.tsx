import { useId, useState } from 'react'

/** What is longer than about six lines begins folded, so that the texts to write in stay near. */
const CHARACTERS_SHOWN = 420
const LINES_SHOWN = 6

/** What the task is about, in the words of its form. */
export function CanvasDescription({ text }: { text: string | null }) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  if (!text) return <p className="text-body text-fg-3">No description provided</p>
  const isLong = text.length > CHARACTERS_SHOWN || text.split('\n', LINES_SHOWN + 1).length > LINES_SHOWN
  return (
    <div className="max-w-152 text-body text-fg-2">
      <p id={id} className={`wrap-anywhere whitespace-pre-wrap ${isLong && !isWhole ? 'line-clamp-6' : ''}`}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
          className="mt-1 rounded-xs border-b border-control text-label font-medium hover:border-fg touch:min-h-6"
        >
          {isWhole ? 'Show less' : 'Show the whole description'}
        </button>
      )}
    </div>
  )
}
