import { type Generator, type Stretch, failuresOf, timeAt } from './generator.ts'

const FIRST_RATE = 400
const FACTOR = 1.5
/** How many times to halve the interval between the highest sustained rate and the lowest rate that was too high. */
const HALVINGS = 3
/** The largest share of failed requests, and the longest 99th percentile in ms, at a rate that counts as sustained. */
const FAILED_MAX = 0.01
const P99_MS_MAX = 1000

/**
 * Raises the rate until the server can't keep up, and then narrows down the maximum.
 * @param seconds the duration of each step
 * @param report is called after each step
 * @returns the step with the highest rate that the server kept up with
 */
export async function findMaximum(
  { run }: Generator,
  seconds: number,
  report: (step: Stretch, isKeptUp: boolean) => void,
): Promise<Stretch> {
  const tryRate = async (rate: number) => {
    const step = await run(rate, seconds)
    const isKeptUp = keepsUp(step, seconds)
    report(step, isKeptUp)
    return isKeptUp ? step : null
  }
  // A warm-up run.
  await run(FIRST_RATE, seconds)
  let best: Stretch | null = null
  let rate = FIRST_RATE
  for (let step = await tryRate(rate); step; step = await tryRate(rate)) {
    best = step
    rate *= FACTOR
  }
  let tooHigh = rate
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = ((best?.rate ?? 0) + tooHigh) / 2
    const step = await tryRate(middle)
    if (step) best = step
    else tooHigh = middle
  }
  if (!best) throw new Error(`The server can't process ${Math.round(tooHigh)} requests per second.`)
  return best
}

function keepsUp(step: Stretch, seconds: number): boolean {
  return failuresOf(step) <= FAILED_MAX * step.rate * seconds && timeAt([step], 0.99) <= P99_MS_MAX
}
