import { useState } from 'react'

import { useSelectedIds } from './selection.ts'
import * as words from './words-of-board.ts'

export function SelectionNews() {
  const count = useSelectedIds().size
  const [hadSome, setHadSome] = useState(false)
  if (count > 0 && !hadSome) setHadSome(true)
  return <output className="sr-only">{count > 0 ? words.selected(count) : hadSome && words.cleared}</output>
}
