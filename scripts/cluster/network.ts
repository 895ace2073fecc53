import { execFileSync } from 'node:child_process'

const BRIDGE = 'tenfold0'
/** A private network that exists only on this machine. */
const PREFIX = '10.87.0'
export const HOST_ADDRESS = `${PREFIX}.254`

/** A machine on the network: a namespace with one cable to the switch. */
export type Machine = { name: string; address: string }

/** Creates a switch and machines with cables to it. Needs root on Linux. */
export function createNetwork(count: number): Machine[] {
  removeNetwork(count)
  ip(`link add ${BRIDGE} type bridge`)
  ip(`addr add ${HOST_ADDRESS}/24 dev ${BRIDGE}`)
  ip(`link set ${BRIDGE} up`)
  return machines(count).map((machine) => {
    const { name, address } = machine
    ip(`netns add ${name}`)
    ip(`link add ${name} type veth peer name eth0 netns ${name}`)
    ip(`link set ${name} master ${BRIDGE}`)
    ip(`link set ${name} up`)
    ip(`-n ${name} addr add ${address}/24 dev eth0`)
    ip(`-n ${name} link set eth0 up`)
    ip(`-n ${name} link set lo up`)
    return machine
  })
}

/** Removes what `createNetwork` made, even after an interrupted run. */
export function removeNetwork(count: number): void {
  for (const machine of machines(count)) {
    killAll(machine)
    ip(`link del ${machine.name}`, { mayFail: true })
    ip(`netns del ${machine.name}`, { mayFail: true })
  }
  ip(`link del ${BRIDGE}`, { mayFail: true })
}

/** Disconnects or reconnects a machine. */
export function setCable({ name }: Machine, state: 'down' | 'up'): void {
  ip(`link set ${name} ${state}`)
}

/** Kills every process of a machine, as a power failure would. */
export function killAll({ name }: Machine): void {
  const ids = ip(`netns pids ${name}`, { mayFail: true }).split('\n').filter(Boolean).map(Number)
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
}

function machines(count: number): Machine[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `tenfold-${index + 1}`,
    address: `${PREFIX}.${index + 1}`,
  }))
}

function ip(args: string, { mayFail = false } = {}): string {
  try {
    return execFileSync('ip', args.split(' '), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    if (mayFail) return ''
    throw error
  }
}
