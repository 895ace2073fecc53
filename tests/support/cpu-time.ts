/** The system updates a thread's CPU time every 4 ms, so a batch must be much longer. */
const RUNS_PER_BATCH = 10
const BATCHES_MAX = 20

/**
 * Returns the CPU time of one run in ms, from the fastest batch and without other threads. Measures again until a run
 * takes at most `enough` ms, because other processes on the same core slow it down.
 */
export function leastCpuMs(run: () => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let batch = 0; batch < BATCHES_MAX && least > enough; batch++) least = Math.min(least, batchMs(run))
  return least
}

function batchMs(run: () => void): number {
  const before = process.threadCpuUsage()
  for (let turn = 0; turn < RUNS_PER_BATCH; turn++) run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / RUNS_PER_BATCH
}
