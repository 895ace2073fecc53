import {
  type Conflict,
  type FieldKinds,
  type FieldOf,
  baseOf,
  findConflicts,
  isSame,
} from '#domain/sync/conflict.ts'

export type { FieldOf }

/**
 * A user's unsaved edits to a row with values `V`. `mine` holds the edited fields; all others follow changes to the
 * row. `seen` holds the row's values when editing began, including the fields that depend on an edited one.
 */
export type Edits<V extends object> = { mine: Partial<V>; seen: Partial<V> }

export const NO_EDITS = { mine: {}, seen: {} } as const

export function formValues<V extends object>(row: V, edits: Edits<V>): V {
  return { ...row, ...edits.mine }
}

/** Returns the edits after a field changed. A field with the row's own value is no longer an edit. */
export function editField<V extends object, F extends FieldOf<V>>(
  edits: Edits<V>,
  row: V,
  field: F,
  value: V[F],
  kinds?: FieldKinds<V>,
): Edits<V> {
  if (isSame(value, row[field])) return takeTheirs(edits, field, row)
  const mine = { ...edits.mine, [field]: value }
  if (field in edits.mine) return { mine, seen: edits.seen }
  const before = fieldsOf(edits).map((other) => [other, edits.seen[other]])
  return { mine, seen: { ...edits.seen, ...baseOf(row, [field], kinds), ...Object.fromEntries(before) } }
}

export function editedFields<V extends object>(row: V, edits: Edits<V>): FieldOf<V>[] {
  return fieldsOf(edits).filter((field) => !isSame(edits.mine[field], row[field]))
}

export function conflictsWith<V extends object>(
  row: V,
  edits: Edits<V>,
  kinds?: FieldKinds<V>,
): Conflict<V>[] {
  return findConflicts({ base: edits.seen, patch: edits.mine }, row, kinds)
}

export function conflictingFields<V extends object>(row: V, edits: Edits<V>): FieldOf<V>[] {
  return conflictsWith(row, edits).flatMap(({ fields }) => fields)
}

/** Resolves a conflict in favor of the user's edit. */
export function keepMine<V extends object>(
  edits: Edits<V>,
  { saved, mine }: Pick<Conflict<V>, 'saved' | 'mine'>,
): Edits<V> {
  return { mine: { ...edits.mine, ...mine }, seen: { ...edits.seen, ...saved } }
}

/** Resolves conflicts in favor of the user's edits, except those of `saved` fields. */
export function chooseVersions<V extends object>(
  edits: Edits<V>,
  conflicts: readonly Conflict<V>[],
  saved: ReadonlySet<string>,
): Edits<V> {
  return conflicts.reduce<Edits<V>>((rest, conflict) => {
    if (!conflict.fields.some((field) => saved.has(field))) return keepMine(rest, conflict)
    return conflict.fields.reduce((left, field) => takeTheirs(left, field, conflict.saved), rest)
  }, edits)
}

/** Resolves conflicts caused by the user's own save whose response was lost. */
export function knowOwn<V extends object>(edits: Edits<V>, row: V, sent: Partial<V>): Edits<V> {
  return conflictsWith(row, edits)
    .filter(({ fields }) => fields.every((field) => field in sent && isSame(sent[field], row[field])))
    .reduce<Edits<V>>(keepMine, edits)
}

/** Removes the edit of a field. Records the row's value in `seen`, because an edit of a dependent field can remain. */
export function takeTheirs<V extends object>(edits: Edits<V>, field: FieldOf<V>, row: Partial<V>): Edits<V> {
  const mine = { ...edits.mine }
  delete mine[field]
  return Object.keys(mine).length === 0 ? NO_EDITS : { mine, seen: { ...edits.seen, [field]: row[field] } }
}

/** Returns the edits left after a save: those made since it was sent. */
export function withoutSaved<V extends object>(edits: Edits<V>, saved: Edits<V>): Edits<V> {
  return fieldsOf(saved).reduce<Edits<V>>((rest, field) => {
    if (isSame(rest.mine[field], saved.mine[field])) return takeTheirs(rest, field, saved.mine)
    if (!(field in rest.mine)) return rest
    return { mine: rest.mine, seen: { ...rest.seen, [field]: saved.mine[field] } }
  }, edits)
}

/** Returns the edits after a failed save. During the save, the row had the sent values, so they were no longer edits. */
export function withUnsaved<V extends object>(edits: Edits<V>, sent: Edits<V>): Edits<V> {
  const fields = fieldsOf(sent)
  if (fields.every((field) => field in edits.mine && isSame(edits.seen[field], sent.seen[field])))
    return edits
  const before = fields.map((field) => [field, sent.seen[field]])
  return {
    mine: { ...sent.mine, ...edits.mine },
    seen: { ...sent.seen, ...edits.seen, ...Object.fromEntries(before) },
  }
}

function fieldsOf<V extends object>(edits: Edits<V>): FieldOf<V>[] {
  return Object.keys(edits.mine) as FieldOf<V>[]
}
