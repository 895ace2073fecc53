import { type Level, type Tier, tierOfLevel } from '#domain/tasks/priority.ts'

const CLASSES: Record<Tier, string> = { 1: 't1', 2: 't2', 3: 't3', 4: 't4', 5: 't5' }

/** Returns the class that sets a level's colors: `--spine`, `--tx`, `--tint` and `--edge`. */
export function tierClass(level: Level): string {
  return CLASSES[tierOfLevel(level)]
}
