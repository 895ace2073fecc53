/**
 * Tells the administrator why the server can't start or a command failed. The lines of the message are printed, and the
 * exit code is 1.
 */
export class StartError extends Error {
  readonly lines: string[]

  constructor(...lines: string[]) {
    super(lines.join('\n'))
    this.name = 'StartError'
    this.lines = lines
  }
}
