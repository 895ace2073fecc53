import { runCommand } from './run-command.ts'
import { printable } from './terminal.ts'

// Only the owner can read new files.
process.umask(0o077)

// `process.exit` runs exit handlers, so that an unfinished backup is removed.
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

// A command continues without output if the reader of its pipe, such as `head`, has ended.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const write = (stream: NodeJS.WriteStream) => (text: string) => {
  for (const line of text.split('\n')) stream.write(`${printable(line)}\n`)
}

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  input: process.stdin,
  print: write(process.stdout),
  printError: write(process.stderr),
})
