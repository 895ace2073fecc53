import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'

import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { TextRange } from '#domain/tasks/quick-add/line-words.ts'
import type { QuickAdd } from '#domain/tasks/quick-add/quick-add.ts'
import { type QuickValues, quickDraft, quickValues } from '#domain/tasks/quick-add/quick-draft.ts'

import { useUserId } from '../auth/queries.ts'
import { useCategoryNames } from '../categories/queries.ts'
import { hasEdits } from '../drafts/draft.ts'
import { drafts, storeForAdd } from '../drafts/draft-store.ts'
import { type Edits, NO_EDITS, editField, formValues } from '../drafts/edits.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { offeredProjects } from '../filters/task-filter.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { dueReaderQuery, loadDueReader } from '../task-form/due-reader.ts'
import { countOpen } from '../task-form/slot-standing.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { announced } from '../ui/announced.ts'
import { once } from '../ui/once.ts'
import { useToday } from '../ui/today.ts'
import { useLatest } from '../ui/use-latest.ts'
import { EMPTY_LINE, type LineState, lineOfText, withLevel, withoutLines, withoutSent } from './line-state.ts'
import { moveRanges } from './move-ranges.ts'
import { closeQuickAdd, quickAdd, setText } from './open.ts'
import { useQuickAddActions } from './quick-add-context.ts'
import { readLine, valuesToForm } from './read-line.ts'
import { returnedLines } from './returned-lines.ts'
import { slideIn } from './slide-in.ts'
import * as words from './words.ts'

/** The state of an open line. */
export type Line = ReturnType<typeof useLine>

/**
 * @param preset the level where the line was opened
 * @param startText the initial text of the line, if any
 */
export function useLine(preset: Level, startText: string) {
  const draft = useLineDraft(preset, startText)
  const reading = useReading()
  const { known, read, openCountAt } = reading
  const [fault, setFault] = useState('')
  const [news, setNews] = useState('')
  // Screen readers announce a live region only when its text changes.
  const say = (text: string) => setNews(announced(text))

  const { edits, set } = draft
  const state = useMemo(() => formValues(EMPTY_LINE, edits), [edits])
  const { text, excluded, hasPreset, level, lines } = state
  const parsed = useMemo(() => read(text, excluded), [read, text, excluded])
  const typedLevel = parsed.parts.find(({ kind }) => kind === 'level')
  const valuesOf = (parsed: QuickAdd) => quickValues(parsed, level ?? (hasPreset ? preset : null))
  const exclude = (range: TextRange) => set('excluded', [...excluded, { start: range.start, end: range.end }])
  const sending = useSending(draft, reading, state, valuesOf)

  return {
    preset,
    text,
    /** Several pasted lines, which replace the text. */
    lines,
    setLines: draft.setLines,
    send: draft.send,
    parsed,
    values: valuesOf(parsed),
    known,
    fault,
    news,
    openCountAt,
    isEmpty: !hasEdits(edits),
    fill: (line: Edits<LineState>) => {
      setFault('')
      draft.fill(line)
    },
    exclude,
    type: (next: string) => {
      setFault('')
      setNews('')
      set('excluded', moveRanges(excluded, text, next))
      set('text', next)
    },
    say,
    /** Whether the task is added to the level where the line was opened, or to the one chosen instead. */
    usesPreset: (hasPreset || level !== null) && !typedLevel,
    removePreset: () => {
      set('hasPreset', false)
      set('level', null)
    },
    swapLevel: (level: Level) => draft.setEdits((edits) => withLevel(edits, typedLevel, level)),
    /** Turns the category into plain text, so that the project applies. */
    preferProject: () => {
      const category = parsed.parts.find(({ kind }) => kind === 'category')
      if (category) exclude(category)
    },
    add: () => void sending.add({ onFault: setFault, onNews: say }),
    showForm: () => void sending.showForm(),
    readerWhenLoaded: reading.readerWhenLoaded,
    /** Parses a pasted line. If every word of a line was recognized as a part, the whole line is the title. */
    read: (pasted: string, reads = read) => {
      const values = valuesOf(reads(pasted, []))
      return values.title === '' ? valuesOf({ title: pasted, parts: [], unusedProject: null }) : values
    },
  }
}

type Listeners = Record<'onFault' | 'onNews', (text: string) => void>

function useSending(
  { edits, setEdits, takeSent, forget, restore, storeForForm }: ReturnType<typeof useLineDraft>,
  { readerWhenLoaded, openCountAt }: ReturnType<typeof useReading>,
  state: LineState,
  valuesOf: (parsed: QuickAdd) => QuickValues,
) {
  const { openForm, wayTo } = useQuickAddActions()
  const isReading = useRef(false)
  const latest = useLatest(state)
  const readAll = async (line: () => LineState) => {
    if (isReading.current) return null
    isReading.current = true
    try {
      const read = await readerWhenLoaded()
      const { text, excluded } = line()
      return valuesOf(read(text, excluded))
    } finally {
      isReading.current = false
    }
  }
  return {
    add: async ({ onFault, onNews }: Listeners) => {
      const values = await readAll(() => state)
      if (!values) return
      if (values.title === '') return onFault(words.titleRequired)
      const waits = openCountAt(values.level) >= slotsAtLevel(values.level)
      takeSent((now) => withoutSent(now, state.text))
      try {
        const say = once(() => onNews(words.added(values.level, waits)))
        const options = { show: wayTo, onWaiting: say }
        const { result } = await runAndWait(createTask, quickDraft(values), options)
        slideIn(result.id)
        say()
      } catch {
        // A toast has reported the failure.
        restore(edits)
      }
    },
    showForm: async () => {
      const line = quickAdd.get()
      const values = await readAll(() => latest.current)
      if (!values || quickAdd.get() !== line) return
      const filled = valuesToForm(values)
      storeForForm(filled)
      setEdits(NO_EDITS)
      forget()
      openForm(filled)
      closeQuickAdd()
    },
  }
}

function useLineDraft(level: Level, startText: string) {
  const userId = useUserId() ?? ''
  const place = { form: 'quick', taskId: level } as const
  const initial = startText ? lineOfText(startText) : null
  const { edits, setEdits, forget } = useDraft<LineState>(place, EMPTY_LINE, undefined, initial)
  useLayoutEffect(() => {
    if (!startText) return
    returnedLines.putDraft({ userId, level }, lineOfText(startText))
    drafts.write(drafts.keyOf({ form: 'quick', taskId: level, userId }), lineOfText(startText))
    // From now on, the draft has the text. A line that is shown again must not start with it.
    setText('')
  }, [userId, level, startText])
  const set = <F extends keyof LineState>(field: F, value: LineState[F]) =>
    setEdits((edits) => editField(edits, EMPTY_LINE, field, value))
  const restore = (sent: Edits<LineState>) => returnedLines.put({ userId, level }, sent)
  const takeSent = (withoutSent: (now: Edits<LineState>) => Edits<LineState>) => {
    setEdits(withoutSent)
    returnedLines.changeDraft({ userId, level }, withoutSent)
  }
  return {
    edits,
    setEdits,
    takeSent,
    forget,
    set,
    setLines: (lines: readonly string[]) => set('lines', [...lines]),
    /** Empties the line to send it. Returns a function that queues the line if sending fails. */
    send: (lines: readonly string[]) => {
      takeSent((now) => withoutLines(now, lines))
      return () => restore(edits)
    },
    /** Shows a returned line. First stores it as a draft, because it is no longer in the queue. */
    fill: (line: Edits<LineState>) => {
      drafts.write(drafts.keyOf({ ...place, userId }), line)
      setEdits(line)
    },
    storeForForm: (filled: object) => storeForAdd(userId, filled),
    /** Queues a line that couldn't be added. */
    restore,
  }
}

/** Returns the context for parsing the line: the names, the date reader and the tasks of each level. */
function useReading() {
  const { tasks = NO_TASKS } = useTasks()
  const categories = useCategoryNames()
  const projects = useMemo(() => offeredProjects(tasks), [tasks])
  const reader = useQuery(dueReaderQuery).data
  const today = useToday()
  return useMemo(() => {
    const known = { categories, projects }
    return {
      known,
      openCountAt: countOpen(tasks),
      read: (text: string, excluded: readonly TextRange[]) => readLine(text, excluded, known, reader),
      /** Returns `read` once the date reader has loaded. If the reader can't be loaded, dates stay text. */
      readerWhenLoaded: async () => {
        const loaded = reader ?? (await loadDueReader().catch(() => undefined))
        return (text: string, excluded: readonly TextRange[]) => readLine(text, excluded, known, loaded)
      },
    }
    // oxlint-disable-next-line react/exhaustive-deps -- At midnight, 'tomorrow' becomes another day.
  }, [tasks, categories, projects, reader, today])
}
