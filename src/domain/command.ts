/** The user, the current time (ISO 8601 UTC), the user's IANA time zone, and the user's day if the call was sent later. */
export type Author = { userId: string; now: string; zone: string; today?: string | undefined }

/** A write to a user's own data, defined once for the server and the browser. */
export type Command<Input, Needs, State, Change> = {
  /** The slice and a verb, such as 'category.create'. */
  name: `${string}.${string}`
  /**
   * Describes, as plain data, what the rule needs to read. The server reads it with SQL, the browser from its cache.
   */
  needs: (input: Input) => Needs
  /**
   * Returns the change. Doesn't read the clock or storage, because both the server and the browser run it.
   * @throws TenfoldError
   */
  rule: (state: State, input: Input, author: Author) => Change
}

/** Returns the command, with types inferred from its functions. */
export function defineCommand<Input, Needs, State, Change>(
  command: Command<Input, Needs, State, Change>,
): Command<Input, Needs, State, Change> {
  return command
}
