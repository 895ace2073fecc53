/** Returns a function that runs `run` only on its first call. */
export function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}
