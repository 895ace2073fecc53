import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useDocumentTitle } from '../ui/document-title.ts'
import { HOME } from '../boot/paths.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { keepAsked, readAsked } from './asked.ts'
import * as words from './words.ts'

/** The wait before each automatic retry, in milliseconds. The last one repeats. */
const WAITS_MS = [2000, 3000, 5000]

/** The maximum time of a retry, in milliseconds. A broken connection can stay silent for minutes. */
const TRY_MS_MAX = 10_000

/** Replaces every page while it's unknown who is signed in, because the database or the server can't be reached. */
export function AwayPage() {
  useDocumentTitle(words.awayTab)
  const { isTrying, retry } = useRetries()
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 py-14 text-center">
      <Logo />
      <h1 className="mt-6 text-page max-sm:text-page-small">{words.away}</h1>
      <output className="mt-2 block text-fg-2">{words.retrying}</output>
      <Button
        variant="primary"
        className="mt-6"
        icon={<RotateCcw size={16} />}
        aria-busy={isTrying}
        onClick={isTrying ? undefined : retry}
      >
        {words.retry}
      </Button>
    </main>
  )
}

/** Requests the home page until it responds, then reloads this page. */
function useRetries() {
  const [tries, setTries] = useState(0)
  const [isTrying, setIsTrying] = useState(false)
  useEffect(() => {
    const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]
    const timer = setTimeout(() => void retry(), wait)
    return () => clearTimeout(timer)
  }, [tries])

  async function retry() {
    setIsTrying(true)
    // Requesting this page's own address could have side effects, such as signing out.
    const isBack = await fetch(HOME, { cache: 'no-store', signal: AbortSignal.timeout(TRY_MS_MAX) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isBack) {
      keepAsked()
      // The service worker would otherwise show this page again after 4 s.
      navigator.serviceWorker?.controller?.postMessage('The server answers.')
      // The server rejects an address that is too long for it.
      return readAsked(location.search) ? location.replace(HOME) : location.reload()
    }
    setIsTrying(false)
    setTries((count) => count + 1)
  }
  return { isTrying, retry: () => void retry() }
}
