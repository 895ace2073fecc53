import { createServer } from 'node:net'

import type { Settings } from '../config.ts'
import { StartError } from '../settings/start-error.ts'

type Address = Pick<Settings, 'host' | 'port'>

/**
 * Checks that the port is free, before anything is written.
 * @throws StartError if the port is in use or the address is not on this machine
 */
export async function requirePort({ host, port }: Address): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw toListenError(error, { host, port })
  }
  await new Promise((resolve) => probe.close(resolve))
}

/** Explains why listening failed. Returns an unexpected error as is. */
export function toListenError(error: unknown, { host, port }: Address): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to another number.`,
      )
    case 'EACCES':
      return new StartError(
        `The user that runs Tenfold can’t use port ${port}. Set PORT to a number above 1023.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return new StartError(`HOST: ${host} is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`)
    default:
      return error
  }
}
