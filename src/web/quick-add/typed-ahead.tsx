import { type KeyboardEvent, useState } from 'react'

import { giveUpQuickAdd, quickAdd, setText } from './open.ts'
import * as words from './words-of-row.ts'

/** Receives text typed while the quick-add line loads. Opens a phone's keyboard, which browsers allow only after a tap. */
export function TypedAhead({ className }: { className: string }) {
  // The page can render this field twice before the line has loaded.
  const [typed] = useState(() => quickAdd.get()?.text)
  return (
    <textarea
      dir="auto"
      ref={placeCaretAtEnd}
      rows={1}
      defaultValue={typed}
      aria-label={words.field}
      // The user opened the line to type.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onKeyDown={press}
      className={`block w-full resize-none border-(--ring) bg-surface py-2.5 text-[15px]/6 outline-none touch:text-field ${className}`}
    />
  )
}

function placeCaretAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length)
}

function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter') event.preventDefault()
  if (event.key === 'Escape') giveUpQuickAdd()
}
