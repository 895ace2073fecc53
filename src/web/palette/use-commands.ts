import {
  ChartGantt,
  CircleCheck,
  Keyboard,
  Layers,
  LayoutTemplate,
  ListOrdered,
  LogOut,
  type LucideIcon,
  ClipboardPaste,
  Play,
  Plus,
  Redo2,
  SquarePlus,
  SunMoon,
  Tags,
  Undo2,
  Volume2,
} from 'lucide-react'
import { useMemo } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { type MatchRange, type SearchQuery, findMatches, matchesAll, wordLine } from '#domain/search/words.ts'

import { changeSettings } from '../account/commands.ts'
import { forgetOnLeaving } from '../account/forget-person.ts'
import { useAccountCommands } from '../account/menu-commands.ts'
import { useSettings } from '../account/settings.ts'
import { shownBoard } from '../board/board-actions.ts'
import { TASK_ACTIONS } from '../board/card/task-actions.ts'
import { LOGOUT } from '../boot/paths.ts'
import { completeTask } from '../complete/complete-task.ts'
import { togglePlan } from '../day/plan-task.ts'
import { PRESETS, applyPreset } from '../focus/focus-audio.ts'
import { focusPlayer } from '../focus/focus.ts'
import { COMMANDS, type CommandId } from '../keys/commands.ts'
import { TASK_COMMANDS, type TaskCommandId } from '../keys/task-commands.ts'
import { pasteAsTasks } from '../quick-add/paste-as-tasks.ts'
import { outbox } from '../sync/runner/outbox.ts'
import { run } from '../sync/runner/run.ts'
import { deleteTask, duplicateTask } from '../tasks/data/commands.ts'
import { columnCommands } from './column-commands.ts'
import { controlCommands } from './control-commands.ts'
import { moveCommands } from './move-commands.ts'
import type { ListedCommand } from './listed-command.ts'
import * as words from './words.ts'

export type PageCommands = Record<Exclude<CommandId, OwnCommand>, (() => void) | undefined>
type OwnCommand = 'openPalette' | 'pasteTasks' | 'toggleAudio' | 'showSteps' | 'logOut'

/** The main page's actions on a task. */
export type TaskHandlers = Record<'openDetails' | 'openEdit' | 'startWork', (task: ShortTask) => void>

/**
 * Returns every command that can run now.
 * @param targets the tasks to move
 */
export function useCommands(
  userId: string,
  onPage: PageCommands,
  targets: ReadonlySet<number>,
  tasks: readonly ShortTask[],
): ListedCommand[] {
  const { hidesSteps } = useSettings()
  const ofAccount = useAccountCommands()
  const runs: Record<Exclude<CommandId, 'openPalette'>, (() => void) | undefined> = {
    ...onPage,
    pasteTasks: onPage.addTask && (() => void pasteAsTasks()),
    toggleAudio: () =>
      focusPlayer.current().playback === 'paused' ? focusPlayer.play() : focusPlayer.pause(),
    showSteps: hidesSteps ? () => run(changeSettings, { hidesSteps: false }) : undefined,
    logOut: () => {
      if (outbox.get()?.asksToLeave()) return
      forgetOnLeaving(userId)
      window.location.assign(LOGOUT)
    },
  }
  const listed = Object.entries(runs).map(([id, run]): ListedCommand => {
    const command = COMMANDS[id as CommandId]
    const keys = 'keys' in command ? command.keys : []
    const isNavigation = id.startsWith('goTo')
    return { id, name: command.name, keys, icon: ICONS[id as CommandId], run, isNavigation }
  })
  const onTask = useMemo(() => taskCommands(tasks), [tasks])
  const moves = moveCommands(targets, tasks)
  return [
    ...listed.filter(({ run }) => run),
    ...onTask,
    ...moves,
    ...columnCommands(),
    ...controlCommands(),
    ...ofAccount,
    ...PRESET_COMMANDS,
  ]
}

/** Returns the commands that can run on at least one task. */
function taskCommands(tasks: readonly ShortTask[]): ListedCommand[] {
  const ids = Object.keys(TASK_COMMANDS) as TaskCommandId[]
  return ids
    .filter((id) => tasks.some(TASK_ACTIONS[id].check()))
    .map((id) => ({ id, ...TASK_COMMANDS[id], icon: TASK_ACTIONS[id].icon, picks: id }))
}

const PRESET_COMMANDS = PRESETS.map((preset): ListedCommand => ({
  id: `preset ${preset.name}`,
  name: words.playPreset(preset.name),
  icon: Volume2,
  run: () => {
    focusPlayer.setMix(applyPreset(focusPlayer.current().mix, preset))
    focusPlayer.play()
  },
}))

/** Runs a command on the chosen task. The board, if it is shown, also moves the focus and announces the result. */
export function runOnTask(id: TaskCommandId, task: ShortTask, { openEdit, startWork }: TaskHandlers): void {
  const plain = {
    edit: openEdit,
    startWork,
    check: completeTask,
    plan: togglePlan,
    duplicate: (task: ShortTask) => run(duplicateTask, task),
    remove: (task: ShortTask) => run(deleteTask, task),
  }
  TASK_ACTIONS[id].run(task, { ...plain, ...shownBoard.get() })
}

export function findCommands(
  commands: readonly ListedCommand[],
  query: SearchQuery,
): { command: ListedCommand; matches: MatchRange[] }[] {
  return commands
    .filter(({ name }) => matchesAll(wordLine(name), query))
    .map((command) => ({ command, matches: findMatches(command.name, query) }))
}

const ICONS: Record<CommandId, LucideIcon> = {
  openPalette: Layers,
  addTask: Plus,
  addTaskWithFields: SquarePlus,
  pasteTasks: ClipboardPaste,
  goToPriority: Layers,
  goToTimeline: ChartGantt,
  goToCompleted: CircleCheck,
  undo: Undo2,
  redo: Redo2,
  openCategories: Tags,
  openTemplates: LayoutTemplate,
  toggleAudio: Play,
  switchTheme: SunMoon,
  showSteps: ListOrdered,
  logOut: LogOut,
  showShortcuts: Keyboard,
}
