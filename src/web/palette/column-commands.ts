import { MoveHorizontal } from 'lucide-react'

import { keepListWidth, setListWidth } from '../timeline/chart/list-width.ts'
import type { ListedCommand } from './listed-command.ts'
import * as words from './words.ts'

/** How far one command moves the edge, in px: four times the step of an arrow key. */
const STEP_PX = 64

/** Returns the commands for the width of the timeline's task column, while the timeline is shown. */
export function columnCommands(): ListedCommand[] {
  const width = Number(document.querySelector('.tl-grip')?.getAttribute('aria-valuenow') ?? NaN)
  if (Number.isNaN(width)) return []
  return [
    columnCommand('widenColumn', width + STEP_PX),
    columnCommand('narrowColumn', width - STEP_PX),
    columnCommand('resetColumn', null),
  ]
}

function columnCommand(id: keyof typeof words.columnCommands, px: number | null): ListedCommand {
  const run = () => {
    setListWidth(px)
    keepListWidth()
  }
  return { id, name: words.columnCommands[id], icon: MoveHorizontal, run }
}
