/** Returns the CPU time that a function takes, in ms. Includes compilation and garbage collection. */
export function cpuMsOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
