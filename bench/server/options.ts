import { parseArgs } from 'node:util'

/** How much is measured. */
export type BenchOptions = {
  /** Rounds of each work at each place that count. */
  rounds: number
  /** Of a round that reads. */
  seconds: number
  /** Tasks of other users. */
  others: number
  /** Whether the files in docs are written. */
  writes: boolean
}

/** Reads what was called for: see `npm run bench:server -- --help`. */
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
    console.log('--rounds 3  --seconds 2 (of each)  --others 1000000 (tasks of 1,000 others)  --no-docs')
    process.exit(0)
  }
  const [rounds, seconds, others] = [values.rounds, values.seconds, values.others].map(Number)
  if (!rounds || !seconds || others === undefined || Number.isNaN(others)) throw new Error('Give numbers.')
  return { rounds, seconds, others, writes: !values['no-docs'] }
}
