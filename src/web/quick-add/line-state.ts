import type { Level } from '#domain/tasks/priority.ts'
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
  /** The level chosen instead of a full one, unless the text names a level. */
  level: Level | null
  /** Pasted text with several lines, which replaces the text. */
  lines: string[]
}

export const EMPTY_LINE: LineState = { text: '', excluded: [], hasPreset: true, level: null, lines: [] }

/** Returns the edits with another level. It replaces a typed one, because typed text takes precedence. */
export function withLevel(edits: Edits<LineState>, typed: TextRange | undefined, level: Level) {
  if (!typed) return editField(edits, EMPTY_LINE, 'level', level)
  const { text = '' } = edits.mine
  return withText(edits, edits.mine, `${text.slice(0, typed.start)}p${level}${text.slice(typed.end)}`)
}

/** Returns the edits without the sent text, or unchanged if the sent text was edited. */
export function withoutSent(edits: Edits<LineState>, sent: string): Edits<LineState> {
  const { text = '' } = edits.mine
  return text.startsWith(sent) ? withText(NO_EDITS, edits.mine, text.slice(sent.length)) : edits
}

/** Returns no edits, or the same edits if the sent lines have been replaced. */
export function withoutLines(edits: Edits<LineState>, sent: readonly string[]): Edits<LineState> {
  return edits.mine.lines?.join('\n') === sent.join('\n') ? NO_EDITS : edits
}

/** Returns the edits of a line that opens with this text. Text with several lines is offered as several tasks. */
export function lineOfText(text: string): Edits<LineState> {
  return pastedLines(text).length > 1
    ? editField<LineState, 'lines'>(NO_EDITS, EMPTY_LINE, 'lines', [text])
    : withText(NO_EDITS, {}, text)
}

function withText(edits: Edits<LineState>, from: Partial<LineState>, text: string): Edits<LineState> {
  const excluded = moveRanges(from.excluded ?? [], from.text ?? '', text)
  return editField(editField(edits, EMPTY_LINE, 'excluded', excluded), EMPTY_LINE, 'text', text)
}
