export type FieldOf<V extends object> = keyof V & string

/** How fields of a row depend on each other. Fields that are not listed merge independently. */
export type FieldKinds<V extends object> = {
  /** A field, and the fields that are kept or dropped depending on its value. Two devices can't change them separately. */
  leads?: Partial<Record<FieldOf<V>, readonly FieldOf<V>[]>>
  /** Numbers that every device adds to. */
  sums?: readonly FieldOf<V>[]
  /** Lists that every device adds to and removes from. */
  sets?: readonly FieldOf<V>[]
  /** Fields where the last change wins and the user isn't asked. */
  latest?: readonly FieldOf<V>[]
  /** Fields that are sent only with another field, as a position is with its level. They never conflict. */
  carried?: Partial<Record<FieldOf<V>, FieldOf<V>>>
}

/** A change that was made on an older version of a row. */
export type StaleChange<V extends object> = {
  /** The values that the user saw, for the changed fields and those that `baseOf` adds. */
  base: Partial<V>
  /** The new values of the changed fields. */
  patch: Partial<V>
}

/** Fields that two devices or tabs changed to different values. The user chooses one version for all of them. */
export type Conflict<V extends object> = {
  fields: readonly FieldOf<V>[]
  saved: Partial<V>
  mine: Partial<V>
}

export type Decision<V extends object> =
  | { kind: 'done' }
  | { kind: 'merge'; patch: Partial<V> }
  | { kind: 'wait'; patch: Partial<V> }
  | { kind: 'ask'; conflicts: readonly Conflict<V>[]; patch: Partial<V> }
  | { kind: 'restore'; patch: Partial<V> }

/**
 * Decides what happens to a change after the row has changed or the server has rejected it. The first matching
 * row applies:
 *
 * | The row now                                    | Decision                                              |
 * | ---------------------------------------------- | ----------------------------------------------------- |
 * | is deleted                                     | `restore`: offer to restore it with `patch`           |
 * | has a different new value in a changed field   | `ask`: show both; `patch` has the fields that merge   |
 * | has all the new values already                 | `done`: send nothing                                  |
 * | is not yet at the patch's level, which is full | `wait`: send `patch`; the task joins the waiting line |
 * | is in any other state                          | `merge`: send `patch` with the row's version          |
 *
 * A changed field is in conflict if the row has neither the base value nor the new value. `FieldKinds` lists the
 * exceptions. After the user has answered `ask`, the row that was shown is the new base.
 * @param now the newest row, or null if it is deleted
 * @param isFull whether the level that the patch moves the row to has no free slot
 */
export function decideConflict<V extends object>(
  change: StaleChange<V>,
  now: V | null,
  kinds: FieldKinds<V> = {},
  isFull = false,
): Decision<V> {
  if (now === null) return { kind: 'restore', patch: change.patch }
  const conflicts = findConflicts(change, now, kinds)
  const patch = mergePatch(change, now, kinds, conflicts)
  if (conflicts.length > 0) return { kind: 'ask', conflicts, patch }
  if (fieldsOf(patch).length === 0) return { kind: 'done' }
  return { kind: isFull && 'priority' in patch ? 'wait' : 'merge', patch }
}

/** Returns the patch with the user's choice for each conflict. */
export function resolveConflicts<V extends object>(
  { conflicts, patch }: Extract<Decision<V>, { kind: 'ask' }>,
  choose: (conflict: Conflict<V>) => 'saved' | 'mine',
): Partial<V> {
  const mine = conflicts.filter((conflict) => choose(conflict) === 'mine').map((conflict) => conflict.mine)
  return Object.assign({}, patch, ...mine) as Partial<V>
}

/** Returns the values of a row that `decideConflict` needs later: the given fields and those decided with them. */
export function baseOf<V extends object>(
  row: V,
  fields: readonly FieldOf<V>[],
  kinds: FieldKinds<V> = {},
): Partial<V> {
  const bound = groupsOf(kinds).filter((group) => group.some((field) => fields.includes(field)))
  return pick(row, [...fields, ...bound.flat()])
}

export function findConflicts<V extends object>(
  { base, patch }: StaleChange<V>,
  now: V,
  kinds: FieldKinds<V> = {},
): Conflict<V>[] {
  const isMine = (field: FieldOf<V>) => field in patch && !isSame(patch[field], now[field])
  const isTheirs = (field: FieldOf<V>) => !isSame(base[field], now[field])
  const { sums = [], sets = [], latest = [], carried = {} } = kinds
  const apart = new Set([...sums, ...sets, ...latest, ...fieldsOf(carried)])
  const direct = fieldsOf(patch).filter((field) => !apart.has(field) && isMine(field) && isTheirs(field))

  const isKnownTheirs = (field: FieldOf<V>) => field in base && isTheirs(field)
  const clashing = groupsOf(kinds).filter(
    ([lead, ...led]) =>
      lead &&
      ((isMine(lead) && led.some(isKnownTheirs)) ||
        (isKnownTheirs(lead) && led.some(isMine)) ||
        [lead, ...led].filter((field) => direct.includes(field)).length > 1),
  )
  const mine = { ...base, ...patch }
  const grouped = clashing.map((group) =>
    group.filter((field) => field in mine && !isSame(mine[field], now[field])),
  )
  const single = direct.filter((field) => !clashing.some((group) => group.includes(field)))
  return [...grouped, ...single.map((field) => [field])].map((fields) => ({
    fields,
    saved: pick(now, fields),
    mine: pick(mine, fields),
  }))
}

/** Returns whether two values look the same to a user. Null and an empty string look the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => entry === b[i])
  return (a ?? '') === (b ?? '')
}

/** Returns the rest of the patch: the changed fields that the row doesn't have yet and that don't conflict. */
function mergePatch<V extends object>(
  { base, patch }: StaleChange<V>,
  now: V,
  { sums = [], sets = [], carried = {} }: FieldKinds<V>,
  conflicts: readonly Conflict<V>[],
): Partial<V> {
  const merged: Partial<V> = {}
  for (const field of fieldsOf(patch)) {
    if (carried[field] !== undefined || conflicts.some(({ fields }) => fields.includes(field))) continue
    const value = sums.includes(field)
      ? Number(now[field]) + Number(patch[field]) - Number(base[field] ?? now[field])
      : sets.includes(field)
        ? mergeSets(listOf(base[field]), listOf(patch[field]), listOf(now[field]))
        : patch[field]
    if (!isSame(value, now[field])) merged[field] = value as V[FieldOf<V>]
  }
  for (const field of fieldsOf(patch)) {
    const lead = carried[field]
    if (lead !== undefined && lead in merged) merged[field] = patch[field]
  }
  return merged
}

function mergeSets(base: readonly unknown[], mine: readonly unknown[], now: readonly unknown[]): unknown[] {
  const added = mine.filter((entry) => !base.includes(entry) && !now.includes(entry))
  return [...now.filter((entry) => mine.includes(entry) || !base.includes(entry)), ...added]
}

function groupsOf<V extends object>({ leads = {} }: FieldKinds<V>): FieldOf<V>[][] {
  return fieldsOf(leads).map((lead) => [lead, ...(leads[lead] ?? [])])
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function pick<V extends object>(row: Partial<V>, fields: readonly FieldOf<V>[]): Partial<V> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Partial<V>
}

function fieldsOf<V extends object>(row: V): FieldOf<V>[] {
  return Object.keys(row) as FieldOf<V>[]
}
