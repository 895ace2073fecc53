import { type RefObject, useLayoutEffect } from 'react'

import type { Level } from '#domain/tasks/priority.ts'

import { chipsOf } from './chips.tsx'
import { useReturnedLines } from './returned-lines.ts'
import { useSpokenParts } from './spoken-parts.ts'
import { useLine } from './use-line.ts'
import { useOffer } from './use-offer.ts'
import { usePaste } from './use-paste.ts'
import * as words from './words.ts'

/** The state and handlers that the line in a band and the line in the sheet share. */
export function useQuickLine(
  level: Level,
  startText: string,
  { field, box }: { field: RefObject<HTMLTextAreaElement | null>; box: RefObject<HTMLElement | null> },
) {
  const line = useLine(level, startText)
  const offer = useOffer(line, field)
  const paste = usePaste(line)
  useReturnedLines(level, line)
  const chips = chipsOf(line)
  useSpokenParts(chips, (text) => {
    // The level of the emptied line must not replace the announcement of an added task.
    if (line.text !== '' || line.news === '') line.say(text)
  })
  const count = offer.offer?.options.length ?? 0
  const focusText = () => field.current?.focus()
  useLayoutEffect(() => {
    // Focusing the field puts the caret before the text of a draft.
    field.current?.setSelectionRange(-1, -1)
  }, [field])
  return {
    line,
    offer,
    paste,
    chips,
    focusText,
    isSeveral: paste.lines.length > 0,
    /** The text for a live region. */
    said: count > 0 ? words.offered(count) : line.news,
    focusLastChip: () =>
      [...(box.current?.querySelectorAll<HTMLElement>('li > button') ?? [])].at(-1)?.focus(),
    pasteLines: (text: string) => {
      const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
      const before = line.text.slice(0, selectionStart)
      const after = line.text.slice(selectionEnd)
      return paste.paste(text, { before, after })
    },
  }
}

export type QuickLine = ReturnType<typeof useQuickLine>
