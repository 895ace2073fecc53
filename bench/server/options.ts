import { parseArgs } from 'node:util'

/** The options of a run. */
export type BenchOptions = {
  /** The number of measured rounds per workload and server. */
  rounds: number
  /** The duration of a round of reads. */
  seconds: number
  /** The number of other users' tasks. */
  others: number
  /** Whether to write the files in docs. */
  writes: boolean
}

/** Parses the command line: see `npm run bench:server -- --help`. */
export function readOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      others: { type: 'string', default: '1000000' },
      'no-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log('--rounds 3  --seconds 2 (of each)  --others 1000000 (tasks of 1,000 other users)  --no-docs')
    process.exit(0)
  }
  const [rounds, seconds, others] = [values.rounds, values.seconds, values.others].map(Number)
  if (!rounds || !seconds || others === undefined || Number.isNaN(others))
    throw new Error('Every option needs a number.')
  return { rounds, seconds, others, writes: !values['no-docs'] }
}
