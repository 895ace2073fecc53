/**
 * A reason not to start, written for the person who starts the server. It is printed as one line, and the exit code is
 * 1.
 */
export class StartError extends Error {
  readonly lines: string[]

  constructor(...lines: string[]) {
    super(lines.join('\n'))
    this.name = 'StartError'
    this.lines = lines
  }
}
