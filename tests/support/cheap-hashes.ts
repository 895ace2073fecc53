// Loaded into the servers of stories with `--import`. Most stories only need an account, and a real hash takes 28 ms of CPU.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto

/** Hashes at the lowest cost. The stored hash still names the usual costs, so that no sign-in rehashes. */
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback)
syncBuiltinESMExports()
