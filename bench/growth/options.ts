import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

/** The options of a run. */
export type GrowthOptions = {
  databases: readonly ('sqlite' | 'postgres')[]
  /** The number of other users. */
  users: number
  /** The number of other users' tasks on each database. */
  tasks: { sqlite: number; postgres: number }
  /** How many times each operation is repeated on each server in a round. */
  requests: number
  rounds: number
  /** The folder for the databases. PostgreSQL needs about 3 GB for each million tasks. */
  folder: string
  writesDocs: boolean
}

const HELP = `--only sqlite | postgres  --users 200000  --sqlite-tasks 2000000  --postgres-tasks 10000000
--rounds 5  --requests 40  --folder ${tmpdir()}  --no-docs`

/** Parses the command line: see `npm run bench:growth -- --help`. */
export function readOptions(): GrowthOptions {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      users: { type: 'string', default: '200000' },
      'sqlite-tasks': { type: 'string', default: '2000000' },
      'postgres-tasks': { type: 'string', default: '10000000' },
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '40' },
      folder: { type: 'string', default: tmpdir() },
      'no-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    process.exit(0)
  }
  const databases = (['sqlite', 'postgres'] as const).filter((name) => (values.only ?? name) === name)
  const numbers = [
    values.users,
    values['sqlite-tasks'],
    values['postgres-tasks'],
    values.rounds,
    values.requests,
  ]
  const [users = 0, sqlite = 0, postgres = 0, rounds = 0, requests = 0] = numbers.map(Number)
  if (databases.length === 0 || !numbers.every((text) => Number(text) > 0)) throw new Error(HELP)
  const tasks = { sqlite, postgres }
  return { databases, users, tasks, requests, rounds, folder: values.folder, writesDocs: !values['no-docs'] }
}
