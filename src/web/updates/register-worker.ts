import { whenIdle } from '../boot/when-idle.ts'

/** The delay after the page is shown and idle, in ms, so that the worker's files don't compete with the page's. */
const REGISTER_AFTER_MS = 2000

/** Registers the service worker, so that the page opens without the server. Browsers allow it only on https and localhost. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenIdle(() => {
    setTimeout(() => void register(), REGISTER_AFTER_MS)
  })
}

async function register(): Promise<void> {
  // Without a worker the page works online as before.
  await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}
