// A proxy in a process of its own, so that its processor time can be told from that of the others. Called with the
// addresses of the servers and a port.
import { startRoundRobin } from '#tests/support/round-robin.ts'

const args = process.argv.slice(2)
await startRoundRobin(Number(args.at(-1)), args.slice(0, -1))
process.on('SIGTERM', () => process.exit(0))
