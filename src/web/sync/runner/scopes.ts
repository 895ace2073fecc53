const lastOf = new Map<string, Promise<unknown>>()

/** Runs a function after every earlier one in any of these scopes has succeeded or failed. */
export async function inOrder<T>(scopes: readonly string[], run: () => Promise<T>): Promise<T> {
  const turn = Promise.allSettled(scopes.flatMap((scope) => lastOf.get(scope) ?? [])).then(run)
  for (const scope of scopes) lastOf.set(scope, turn)
  try {
    return await turn
  } finally {
    for (const scope of scopes) if (lastOf.get(scope) === turn) lastOf.delete(scope)
  }
}
