import type { TextRange } from '#domain/tasks/quick-add/line-words.ts'
import { pastedLines } from '#domain/tasks/quick-add/pasted-lines.ts'

import { type Edits, NO_EDITS, editField } from '../drafts/edits.ts'
import { moveRanges } from './move-ranges.ts'

/** The contents of the line's draft. */
export type LineState = {
  text: string
  /** The ranges whose chips the user removed, which stay plain text. */
  excluded: TextRange[]
  /** Whether a new task defaults to the level where the line was opened. */
  hasPreset: boolean
  /** Pasted text with several lines, which replaces the text. */
  lines: string[]
}

export const EMPTY_LINE: LineState = { text: '', excluded: [], hasPreset: true, lines: [] }

/** Returns the edits without the sent text, or unchanged if the sent text was edited. */
export function withoutSent(edits: Edits<LineState>, sent: string): Edits<LineState> {
  const { text = '', excluded = [] } = edits.mine
  if (!text.startsWith(sent)) return edits
  const rest = text.slice(sent.length)
  const moved = editField<LineState, 'excluded'>(
    NO_EDITS,
    EMPTY_LINE,
    'excluded',
    moveRanges(excluded, text, rest),
  )
  return editField(moved, EMPTY_LINE, 'text', rest)
}

/** Returns no edits, or the same edits if the sent lines have been replaced. */
export function withoutLines(edits: Edits<LineState>, sent: readonly string[]): Edits<LineState> {
  return edits.mine.lines?.join('\n') === sent.join('\n') ? NO_EDITS : edits
}

/** Returns the edits of a line that opens with this text. Text with several lines is offered as several tasks. */
export function lineOfText(text: string): Edits<LineState> {
  return pastedLines(text).length > 1
    ? editField<LineState, 'lines'>(NO_EDITS, EMPTY_LINE, 'lines', [text])
    : editField<LineState, 'text'>(NO_EDITS, EMPTY_LINE, 'text', text)
}
