import { createServer } from 'node:net'

import type { Settings } from './config.ts'
import { StartError } from './start-error.ts'

/** Where the server listens. */
type Place = Pick<Settings, 'host' | 'port'>

/**
 * Looks whether the port is free, before anything is written.
 * @throws StartError when it is not, or the address is not one of this machine
 */
export async function requirePort({ host, port }: Place): Promise<void> {
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

/** Why listening failed, in words; the error itself when it is not one of the usual reasons. */
export function toListenError(error: unknown, { host, port }: Place): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to another number.`,
      )
    case 'EACCES':
      return new StartError(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return new StartError(`HOST: ${host} is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`)
    default:
      return error
  }
}
