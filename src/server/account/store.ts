import type { Settings } from '#domain/account/settings.ts'

import { SETTINGS_COLUMNS, rowToSettings } from '../auth/store.ts'
import type { Database } from '../db/schema.ts'
import { noteChanges } from '../run/change-log.ts'

export async function findSettings(db: Database, userId: string): Promise<Settings> {
  const query = db.selectFrom('settings').select(SETTINGS_COLUMNS).where('user_id', '=', userId)
  return rowToSettings(await query.executeTakeFirst())
}

/** Writes the user's settings and records the change. */
export async function saveSettings(db: Database, userId: string, settings: Settings): Promise<void> {
  const row = {
    hides_banner: settings.hidesBanner,
    hides_steps: settings.hidesSteps,
    done_steps: JSON.stringify(settings.doneSteps),
    sample_tasks: JSON.stringify(settings.sampleTasks),
    weekday_hours: JSON.stringify(settings.hoursPerWeekday),
    day_starts_at: settings.dayStartsAt,
    dismissed_slack: JSON.stringify(settings.dismissedSlack),
    put_off_plans: JSON.stringify(settings.putOffPlans),
    moved_up_seen: JSON.stringify(settings.movedUpSeen),
    away_panel_at: settings.awayPanelAt,
    away: settings.away && JSON.stringify(settings.away),
  }
  await db
    .insertInto('settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  noteChanges(db, [{ kind: 'settings', id: 'settings' }])
}
