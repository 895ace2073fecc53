import { queryOptions } from '@tanstack/react-query'

import { fetchLaterFiles } from '../later-files.ts'

/** The reader of due dates, loaded when a form opens: the words it knows are too many for the first page. */
export const dueReaderQuery = queryOptions({
  queryKey: ['due-reader'],
  queryFn: loadDueReader,
  staleTime: Infinity,
  networkMode: 'always',
  structuralSharing: false,
})

/**
 * A due date as it is stored: what is understood of the text, else the text itself.
 * @throws when the reader cannot be loaded, so that no text is stored unread that could have been understood
 */
export async function dueTextToStored(text: string): Promise<string> {
  const typed = text.trim()
  if (!typed) return ''
  const { readDueText } = await loadDueReader()
  return readDueText(typed, Temporal.Now.zonedDateTimeISO()) ?? typed
}

async function loadDueReader() {
  await fetchLaterFiles('tasks/due-text.ts')
  return import('./due-text.ts')
}
