import {
  ArrowDown,
  ArrowUp,
  ChevronsUp,
  CircleCheck,
  Clock,
  Copy,
  Info,
  Link,
  Link2,
  type LucideIcon,
  Paperclip,
  Pencil,
  Play,
  RotateCcw,
  SquareCheck,
  Sun,
  Trash2,
  Undo2,
} from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { chooseFiles } from '../../attachments/attach-files.ts'
import { currentClock } from '../../clock/clock.ts'
import { resetOrAsk } from '../../clock/reset-button.tsx'
import { reopenTask } from '../../complete/complete-task.ts'
import type { TaskCommandId } from '../../keys/task-commands.ts'
import { toggleSelected } from '../../selection/selection.ts'
import { openLinks } from '../../task-form/open-links.ts'
import { copyLink } from '../../tasks/copy-link.ts'
import { type BoardActions, shownBoard } from '../board-actions.ts'
import { shownIds } from '../level/lanes.ts'
import { showCardInfo } from './card-info-store.ts'
import { dismissMark, followSlack } from './slack-commands.ts'
import { slackMarks } from './slack-mark-store.ts'

/** The page functions that the commands call. The board's versions also announce the result and move the focus. */
export type TaskPage = Pick<BoardActions, 'check' | 'edit' | 'startWork' | 'plan' | 'duplicate' | 'remove'>

export type CanRun = (task: Pick<ShortTask, 'id' | 'completed'>) => boolean

type TaskAction = {
  icon: LucideIcon
  /** Reads the state of the page once and returns a check that is cheap enough to run on every task. */
  check: () => CanRun
  run: (task: ShortTask, page: TaskPage) => void
}

const any = (): CanRun => () => true
const open = (): CanRun => (task) => !task.completed
const completed = (): CanRun => (task) => task.completed
const among = (readIds: () => Iterable<number>) => (): CanRun => {
  const ids = new Set(readIds())
  return ({ id }) => ids.has(id)
}
const timed = among(() => currentClock().map(({ taskId }) => taskId))
const lanes = () => shownBoard.get()?.lanes() ?? []
/** The visible tasks of each level, from one index to another. */
const within = (from: number, to?: number) =>
  among(() => lanes().flatMap((lane) => shownIds(lane).slice(from, to)))
const cardsOf = () => document.querySelectorAll<HTMLElement>('.card')
const shown = among(() => Array.from(cardsOf(), ({ dataset }) => Number(dataset['task'])))
const marked = among(() => (shownBoard.get() ? slackMarks.get().keys() : []))

/** The commands on one task, for the menu of its card and for the palette. */
export const TASK_ACTIONS: Record<TaskCommandId, TaskAction> = {
  complete: { icon: CircleCheck, check: open, run: (task, page) => page.check(task) },
  reopen: { icon: Undo2, check: completed, run: (task) => void reopenTask(task) },
  edit: { icon: Pencil, check: any, run: (task, page) => page.edit(task) },
  startWork: { icon: Play, check: open, run: (task, page) => page.startWork(task) },
  resetTimer: { icon: RotateCcw, check: timed, run: ({ id }) => resetOrAsk(id) },
  plan: { icon: Sun, check: open, run: (task, page) => page.plan(task) },
  showSummary: { icon: Info, check: shown, run: ({ id }) => showCardInfo(id) },
  duplicate: { icon: Copy, check: any, run: (task, page) => page.duplicate(task) },
  copyLink: { icon: Link2, check: any, run: (task) => void copyLink(task) },
  attachFile: { icon: Paperclip, check: any, run: chooseFiles },
  select: { icon: SquareCheck, check: within(0), run: ({ id }) => toggleSelected(id) },
  chooseLinks: { icon: Link, check: any, run: ({ id }) => openLinks(id) },
  moveUp: { icon: ArrowUp, check: within(1), run: (task) => shownBoard.get()?.step(task, -1) },
  moveDown: { icon: ArrowDown, check: within(0, -1), run: (task) => shownBoard.get()?.step(task, 1) },
  followSlack: { icon: ChevronsUp, check: marked, run: followSlack },
  dismissSlack: { icon: Clock, check: marked, run: ({ id }) => dismissMark(id) },
  delete: { icon: Trash2, check: any, run: (task, page) => page.remove(task) },
}
