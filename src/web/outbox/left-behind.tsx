import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'

import { LOGIN } from '../boot/paths.ts'
import { openWaitingStore } from './database.ts'
import { LINE_ACTION, LineUnderHeader } from './line.tsx'
import * as words from './words.ts'

/** Shows on the signed-out page how many changes are waiting in this browser. */
export function LeftBehind() {
  const { data: count = 0 } = useQuery({ queryKey: ['changes left behind'], queryFn: countWaiting })
  const action = (
    <a href={LOGIN} className={LINE_ACTION}>
      {words.signIn}
    </a>
  )
  return <LineUnderHeader line={count > 0 ? { icon: LogIn, text: words.signedOut(count), action } : null} />
}

async function countWaiting(): Promise<number> {
  try {
    return (await (await openWaitingStore()).list()).length
  } catch {
    // Nothing can wait without IndexedDB.
    return 0
  }
}
