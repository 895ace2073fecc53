import { type Kysely, sql } from 'kysely'

import type { DialectName } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { indexAllTasks } from '../task-words.ts'

/**
 * Indexes the words of each user separately, so that a search doesn't read the words of all users. On PostgreSQL the
 * stored words stay the same, so that the previous version can still write and search them, without an index.
 */
export async function ownedWords(db: Kysely<never>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`drop table task_words`.execute(db)
    // A prefix has a letter for the word's kind, six characters of its owner's id, and the word's first one or two
    // characters.
    await sql`create virtual table task_words using fts5(
      words, content='', contentless_delete=1, detail=none, prefix='8 9', tokenize='ascii')`.execute(db)
    await indexAllTasks(db as unknown as Database)
    return
  }
  const owner = sql`substr(split_part(words::text, '''', 2), 2, 6)`
  // With owner prefixes, more words would exceed the 1 MB limit of a `tsvector`.
  const fitting = sql`case when length(words) > 45000
    then array_to_tsvector((tsvector_to_array(words))[1:45000]) else words end`
  const owned = sql`replace(replace((${fitting})::text, '''t', '''t' || ${owner}), '''w', '''w' || ${owner})::tsvector`
  await sql`create index task_words_owned on task_words using gin ((${owned})) with (fastupdate = off)`.execute(
    db,
  )
  await sql`drop index task_words_words`.execute(db)
}
