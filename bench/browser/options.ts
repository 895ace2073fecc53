import { parseArgs } from 'node:util'

/** The options of a run. */
export type BrowserOptions = {
  /** How many times each page is opened. */
  rounds: number
  /** The number of interactions of each kind. */
  presses: number
  /** Minutes of scripted use for the heap measurements. */
  minutes: number
  /** Whether to run Lighthouse. */
  lighthouse: boolean
  /** Whether only interactions are measured. */
  onlyPresses: boolean
  /** Whether docs/performance.md is written. */
  writes: boolean
}

/** Parses the command line: see `npm run bench:browser -- --help`. */
export function readBrowserOptions(): BrowserOptions {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      presses: { type: 'string', default: '30' },
      minutes: { type: 'string', default: '10' },
      'no-lighthouse': { type: 'boolean', default: false },
      'only-presses': { type: 'boolean', default: false },
      'no-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(
      '--rounds 7  --presses 30 (of each kind)  --minutes 10 (of use)  --no-lighthouse  --only-presses  --no-docs',
    )
    process.exit(0)
  }
  const [rounds, presses, minutes] = [values.rounds, values.presses, values.minutes].map(Number)
  if (!rounds || !presses || !minutes) throw new Error('Every option needs a number.')
  const onlyPresses = values['only-presses']
  const lighthouse = !values['no-lighthouse']
  return { rounds, presses, minutes, lighthouse, onlyPresses, writes: !onlyPresses && !values['no-docs'] }
}
