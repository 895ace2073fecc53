// Runs a proxy in its own process, so that its CPU time is counted separately. Arguments: the addresses of the
// servers and a port.
import { startRoundRobin } from '../../tests/support/round-robin.ts'

const args = process.argv.slice(2)
await startRoundRobin(Number(args.at(-1)), args.slice(0, -1))
process.on('SIGTERM', () => process.exit(0))
