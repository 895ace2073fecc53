/** A reason not to start, in words for the person who starts the server. One line each is printed; the exit code is 1. */
export class StartError extends Error {
  readonly lines: string[]

  constructor(...lines: string[]) {
    super(lines.join('\n'))
    this.name = 'StartError'
    this.lines = lines
  }
}
