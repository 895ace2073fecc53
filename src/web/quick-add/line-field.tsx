import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

import type { TextRange } from '#domain/tasks/quick-add/line-words.ts'

import type { Line } from './use-line.ts'
import { type OfferState, optionId } from './use-offer.ts'
import * as words from './words.ts'
import { field as fieldName } from './words-of-row.ts'

type Props = {
  line: Line
  offer: OfferState
  field: RefObject<HTMLTextAreaElement | null>
  onClose: () => void
  /** Moves the focus from the start of the text to the last chip. */
  onBack: () => void
  onPaste: (text: string) => boolean
  takesFocus?: boolean
  placeholder?: string | undefined
  className?: string
}

/**
 * The text of the line, with marks beneath it. The two layers have the same text and metrics, and the lower one sets
 * the height, up to three rows.
 */
export function LineField({
  line,
  offer,
  field,
  onClose,
  onBack,
  onPaste,
  takesFocus = true,
  placeholder = words.placeholder,
  className = '',
}: Props) {
  const marks = useRef<HTMLDivElement>(null)
  const { text, parsed } = line
  const list = offer.offer
  const [firstText] = useState(text)
  useLayoutEffect(() => {
    // With React's `value`, a letter typed just after Enter was sometimes lost.
    showText(field.current, text)
  }, [field, text])
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // The Enter that chose a name must not also add the task.
    if (event.key === 'Enter' && event.repeat) return event.preventDefault()
    const { selectionEnd } = event.currentTarget
    if (list && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      offer.move(event.key === 'ArrowDown' ? 1 : -1)
    else if (list && offer.active >= 0 && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey)
      offer.take(offer.active)
    else if (list && event.key === 'Escape') offer.close()
    else if (event.key === 'Enter' && event.shiftKey) line.showForm()
    else if (event.key === 'Enter') line.add()
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Backspace' && selectionEnd === 0 && !event.repeat) onBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={`relative min-w-0 font-[450] ${className}`}>
      <div ref={marks} aria-hidden dir="auto" className={`${TEXT} max-h-[calc(3lh+10px)] text-transparent`}>
        {segments(text, parsed.parts)}
        {/* A line break at the end needs a character after it to take up height. */}
        {'​'}
      </div>
      <textarea
        dir="auto"
        ref={field}
        rows={1}
        defaultValue={firstText}
        aria-label={fieldName}
        aria-describedby={`${offer.listId}-notice`}
        aria-multiline={false}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={list ? offer.listId : undefined}
        aria-activedescendant={list && offer.active >= 0 ? optionId(offer.listId, offer.active) : undefined}
        autoComplete="off"
        enterKeyHint="done"
        placeholder={placeholder}
        // The user opened the line to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
        onChange={(event) => {
          line.type(event.target.value.replaceAll(/[\r\n]+/g, ' '))
          // On a phone, text arrives without key events.
          offer.followCaret()
        }}
        onSelect={offer.followCaret}
        onKeyDown={press}
        onBlur={() => {
          // The list, which is above dialogs, stays open while another window is used.
          if (list && document.hasFocus()) offer.close()
        }}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
        onScroll={({ currentTarget }) => marks.current?.scrollTo({ top: currentTarget.scrollTop })}
        className={`${TEXT} absolute inset-0 size-full resize-none bg-transparent outline-none [scrollbar-width:none] placeholder:text-fg-3`}
      />
    </div>
  )
}

function showText(field: HTMLTextAreaElement | null, text: string): void {
  if (field && field.value !== text) field.value = text
}

const TEXT =
  'overflow-y-auto px-1 [word-spacing:2px] py-1.25 text-[15px]/6 tracking-[-0.005em] whitespace-pre-wrap [overflow-wrap:anywhere] pointer-coarse:text-[17px]/7.5 max-sm:text-[17px]/7.5 [scrollbar-width:none]'

/** The padding of a mark adds no width, so that both layers have the same metrics. */
const MARK =
  '-mx-0.5 rounded-xs bg-sunken box-decoration-clone px-0.5 py-0.5 text-transparent shadow-[0_0_0_1px_var(--line-2)]'

function segments(text: string, marks: readonly TextRange[]): ReactNode[] {
  let end = 0
  const parts = marks.flatMap((mark) => {
    const plain = text.slice(end, mark.start)
    end = mark.end
    return [
      plain,
      <mark key={mark.start} className={MARK}>
        {text.slice(mark.start, mark.end)}
      </mark>,
    ]
  })
  return [...parts, text.slice(end)]
}
