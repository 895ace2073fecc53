const queues = new Map<string, () => number>()

/** Publishes the length of a queue under a fixed name. A later queue with the same name replaces it. */
export function nameQueue(name: string, waiting: () => number): void {
  queues.set(name, waiting)
}

export function queueLengths(): { name: string; waiting: number }[] {
  return Array.from(queues, ([name, waiting]) => ({ name, waiting: waiting() }))
}
