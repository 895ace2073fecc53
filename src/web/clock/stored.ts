// The first load checks stored values with these functions, because the schema library would take up a fifth of the
// first load's size limit.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isWhole(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min
}

export function isTime(value: unknown): value is number {
  return Number.isFinite(value)
}
