/**
 * What a person changed in an open form over a row with the values `V`. `mine` lies over the loaded row, so that a
 * change of the row that arrives meanwhile shows in every field not in it; `seen` is what the row held there when the
 * change began.
 */
export type Edits<V extends object> = { mine: Partial<V>; seen: Partial<V> }

/** The name of a field. */
export type FieldOf<V extends object> = keyof V & string

export const NO_EDITS = { mine: {}, seen: {} } as const

/** What the form shows: the row, and over it what was changed. */
export function formValues<V extends object>(row: V, edits: Edits<V>): V {
  return { ...row, ...edits.mine }
}

/** The edits after `field` was given `value`. A field put back to what the row holds is no edit any more. */
export function editField<V extends object, F extends FieldOf<V>>(
  edits: Edits<V>,
  row: V,
  field: F,
  value: V[F],
): Edits<V> {
  if (isSame(value, row[field])) return takeTheirs(edits, field)
  const seen = field in edits.seen ? edits.seen : { ...edits.seen, [field]: row[field] }
  return { mine: { ...edits.mine, [field]: value }, seen }
}

/** The fields in which the form says something else than the row. */
export function editedFields<V extends object>(row: V, edits: Edits<V>): FieldOf<V>[] {
  return fieldsOf(edits).filter((field) => !isSame(edits.mine[field], row[field]))
}

/** The edited fields in which the row has changed since, and not to the same value. */
export function conflictingFields<V extends object>(row: V, edits: Edits<V>): FieldOf<V>[] {
  return editedFields(row, edits).filter((field) => !isSame(edits.seen[field], row[field]))
}

/** Settles a conflict for the person's own text: the row's present value has been seen. */
export function keepMine<V extends object>(edits: Edits<V>, row: V, field: FieldOf<V>): Edits<V> {
  return { mine: edits.mine, seen: { ...edits.seen, [field]: row[field] } }
}

/**
 * The edits when the row may hold what was sent in an earlier save whose answer was lost: such a text is the person's own,
 * and no change from elsewhere.
 */
export function knowOwn<V extends object>(edits: Edits<V>, row: V, sent: Partial<V>): Edits<V> {
  return conflictingFields(row, edits)
    .filter((field) => field in sent && isSame(sent[field], row[field]))
    .reduce<Edits<V>>((known, field) => keepMine(known, row, field), edits)
}

/** Settles a conflict for the row: the person's own text in this field is dropped. */
export function takeTheirs<V extends object>(edits: Edits<V>, field: FieldOf<V>): Edits<V> {
  const mine = { ...edits.mine }
  const seen = { ...edits.seen }
  delete mine[field]
  delete seen[field]
  return { mine, seen }
}

/** The edits after others were saved: what was typed since then is left, over a row that holds what was saved. */
export function withoutSaved<V extends object>(edits: Edits<V>, saved: Edits<V>): Edits<V> {
  return fieldsOf(saved).reduce<Edits<V>>((rest, field) => {
    if (isSame(rest.mine[field], saved.mine[field])) return takeTheirs(rest, field)
    if (!(field in rest.mine)) return rest
    return { mine: rest.mine, seen: { ...rest.seen, [field]: saved.mine[field] } }
  }, edits)
}

/** Whether two values of a field are the same to the person who reads them: an unset text is an empty one. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => entry === b[i])
  return (a ?? '') === (b ?? '')
}

function fieldsOf<V extends object>(edits: Edits<V>): FieldOf<V>[] {
  return Object.keys(edits.mine) as FieldOf<V>[]
}
