import { join } from 'node:path'

import type { Page } from '@playwright/test'
import type { Insertable } from 'kysely'

import type { User } from '#domain/account/account.ts'
import type { TaskRow } from '#server/db/schema.ts'
import { connectSqlite } from '#server/db/sqlite.ts'

import { insertTaskRow } from './rows.ts'
import type { TestServer } from './server.ts'

/** A completed task for the start of a story, by the columns of its row. */
export type CompletedSeed = Partial<Insertable<TaskRow>> & { completed_at: string }

/**
 * Inserts completed tasks of the signed-in user directly into the server's database, because the API would complete
 * them all now. Open pages are not notified.
 */
export async function insertCompleted(
  server: TestServer,
  page: Page,
  seeds: Iterable<CompletedSeed>,
): Promise<void> {
  const user = (await (await page.request.get('/api/auth/user')).json()) as User
  const db = connectSqlite(join(server.dataDir, 'tenfold.db'))
  try {
    await db.transaction().execute(async (db) => {
      for (const seed of seeds) await insertTaskRow(db, user.id, { ...seed, completed: true })
    })
  } finally {
    await db.destroy()
  }
}

const CATEGORIES = ['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline']
/** The browser's time zone in the stories. */
const ZONE = 'Europe/Berlin'

/** Returns a time on a recent day in the user's time zone, as a row stores it. */
export function daysAgo(days: number, time = '12:00'): string {
  const day = Temporal.Now.plainDateISO(ZONE).subtract({ days })
  const at = day.toZonedDateTime({ timeZone: ZONE, plainTime: time })
  return at.toInstant().toString({ fractionalSecondDigits: 3 })
}

/**
 * Returns completed tasks, some per day, starting yesterday: 'Finished 1' is the newest. The tasks cycle through the
 * categories and through times from 0 to 60 minutes, and every third has a description.
 */
export function* completedTasks(count: number, perDay: number): Generator<CompletedSeed> {
  for (let number = 1; number <= count; number++) {
    const place = number - 1
    const minute = String(59 - ((place % perDay) % 60)).padStart(2, '0')
    const hour = String(22 - Math.floor((place % perDay) / 60)).padStart(2, '0')
    yield {
      title: `Finished ${number}`,
      completed_at: daysAgo(1 + Math.floor(place / perDay), `${hour}:${minute}`),
      description: number % 3 === 0 ? 'Agreed on option B. Ines will get a second quote.' : null,
      priority: (place % 10) + 1,
      category: CATEGORIES[place % CATEGORIES.length],
      elapsed_time: (place % 7) * 600,
      estimated_time: number % 2 === 0 ? '1 hours 30 minutes' : null,
    }
  }
}
