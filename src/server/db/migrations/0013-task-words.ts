import { type Kysely, sql } from 'kysely'

import type { DialectName } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { indexAllTasks } from '../task-words.ts'

/** Adds the search index, and fills it with the words of the tasks. */
export async function taskWords(db: Kysely<never>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') {
    // Without content and positions, the table needs only a fraction of the space. A prefix has a letter for the word's
    // kind and the word's first one or two characters.
    await sql`create virtual table task_words using fts5(
      words, content='', contentless_delete=1, detail=none, prefix='2 3', tokenize='ascii')`.execute(db)
    await sql`create trigger task_words_delete after delete on tasks begin
      delete from task_words where rowid = old.id; end`.execute(db)
  } else {
    await sql`create table task_words (
      task_id integer primary key references tasks (id) on delete cascade,
      words tsvector not null)`.execute(db)
    // With `fastupdate`, every search would also read a list of up to 4 MB of new words.
    await sql`create index task_words_words on task_words using gin (words) with (fastupdate = off)`.execute(
      db,
    )
  }
  await indexAllTasks(db as unknown as Database)
}
