/** Counts acknowledged titles that are not stored, and titles that are stored more than once. */
export function compareTitles(
  acknowledged: readonly string[],
  stored: readonly string[],
): { lost: number; duplicated: number } {
  const kept = new Set(stored)
  return {
    lost: acknowledged.filter((title) => !kept.has(title)).length,
    duplicated: stored.length - kept.size,
  }
}
