/**
 * Gives the page its turn, for presses and for painting, before long work goes on. A timer would wait for longer, up to a
 * second where the page is not in sight.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
