/** How many daily backups are kept: the newest of each of the latest days. Source: issue 22. */
const DAYS = 7
/** How many older backups are kept: the newest of each of the latest weeks, from Monday to Sunday. */
const WEEKS = 4
/** How many pre-update backups are kept: the newest of each of the latest versions. */
const UPDATES = 3

/** When a backup was made. `at` is ISO 8601 UTC. */
export type BackupTime = { name: string; at: string; isBeforeUpdate: boolean }

/** A complete backup. `version` is the last migration of its database. */
export type DatedBackup = BackupTime & { version: string }

/**
 * Returns whether a daily backup is due: none was made on the current calendar day in the time zone.
 * @param now ISO 8601 UTC
 */
export function isBackupDue(backups: readonly BackupTime[], now: string, timeZone: string): boolean {
  const today = dayOf(now, timeZone)
  return !backups.some((backup) => !backup.isBeforeUpdate && dayOf(backup.at, timeZone).equals(today))
}

/**
 * Returns the backups that rotation removes. Rotation counts backups, not days, so it removes nothing while no new
 * backups are made. A backup from the future was made while the clock was wrong. Such a backup is kept but not counted.
 * @param backups only undamaged backups, so that a damaged backup never displaces an undamaged one
 * @param now ISO 8601 UTC
 */
export function surplusBackups<Backup extends DatedBackup>(
  backups: readonly Backup[],
  now: string,
  timeZone: string,
): Backup[] {
  const past = backups.filter(({ at }) => at <= now).toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const daily = past.filter((backup) => !backup.isBeforeUpdate)
  const days = newestOfEach(daily, ({ at }) => dayOf(at, timeZone).toString()).slice(0, DAYS)
  const weeks = newestOfEach(daily, ({ at }) => weekOf(at, timeZone))
    .filter((backup) => !days.includes(backup))
    .slice(0, WEEKS)
  // Keeps one per version, or a server that repeatedly fails to start would push out older versions.
  const updates = newestOfEach(
    past.filter((backup) => backup.isBeforeUpdate),
    ({ version }) => version,
  ).slice(0, UPDATES)
  const kept = new Set([...days, ...weeks, ...updates])
  return past.filter((backup) => !kept.has(backup))
}

/** @param backups newest first */
function newestOfEach<Backup>(backups: readonly Backup[], periodOf: (backup: Backup) => string): Backup[] {
  return [...Map.groupBy(backups, periodOf).values()].flatMap(([newest]) => newest ?? [])
}

function dayOf(at: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** Returns the Monday that starts the week. */
function weekOf(at: string, timeZone: string): string {
  const day = dayOf(at, timeZone)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
