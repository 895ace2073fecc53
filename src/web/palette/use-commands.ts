import {
  ChartGantt,
  CircleCheck,
  CirclePlay,
  Copy,
  Keyboard,
  Layers,
  LayoutTemplate,
  ListOrdered,
  LogOut,
  type LucideIcon,
  Check,
  ClipboardPaste,
  Paperclip,
  Pencil,
  Play,
  Plus,
  Redo2,
  SquarePlus,
  Sun,
  SunMoon,
  Tags,
  Trash,
  Trash2,
  Undo2,
  Volume2,
} from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { type MatchRange, type SearchQuery, findMatches, matchesAll, wordLine } from '#domain/search/words.ts'

import { changeSettings } from '../account/commands.ts'
import { forgetPerson } from '../account/forget-person.ts'
import { openTrash } from '../account/open-trash.ts'
import { useSettings } from '../account/settings.ts'
import { chooseFiles } from '../attachments/attach-files.ts'
import { LOGOUT } from '../boot/paths.ts'
import { completeTask } from '../complete/complete-task.ts'
import { togglePlan } from '../day/plan-task.ts'
import { PRESETS, applyPreset } from '../focus/focus-audio.ts'
import { focusPlayer } from '../focus/focus.ts'
import { COMMANDS, type CommandId, TASK_COMMANDS, type TaskCommandId } from '../keys/commands.ts'
import { pasteAsTasks } from '../quick-add/paste-as-tasks.ts'
import { outbox } from '../sync/runner/outbox.ts'
import { run } from '../sync/runner/run.ts'
import { deleteTask, duplicateTask } from '../tasks/data/commands.ts'
import { useAccountCommands } from './account-commands.ts'
import { columnCommands } from './column-commands.ts'
import { controlCommands } from './control-commands.ts'
import { moveCommands } from './move-commands.ts'
import type { ListedCommand } from './listed-command.ts'
import * as words from './words.ts'

/** The commands that the main page runs itself. */
export type PageCommands = Record<
  | 'addTask'
  | 'addTaskWithFields'
  | 'goToPriority'
  | 'goToTimeline'
  | 'goToCompleted'
  | 'undo'
  | 'redo'
  | 'openCategories'
  | 'openTemplates'
  | 'switchTheme'
  | 'showShortcuts',
  (() => void) | undefined
>

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
    openTrash,
    logOut: () => {
      if (outbox.get()?.asksToLeave()) return
      forgetPerson(userId)
      window.location.assign(LOGOUT)
    },
  }
  const listed = Object.entries(runs).map(([id, run]): ListedCommand => {
    const command = COMMANDS[id as CommandId]
    const keys = 'keys' in command ? command.keys : []
    const isNavigation = id.startsWith('goTo')
    return { id, name: command.name, keys, icon: ICONS[id as CommandId], run, isNavigation }
  })
  const onTask = Object.entries(TASK_COMMANDS).map(([id, { name, keys }]): ListedCommand => {
    const picks = id as TaskCommandId
    return { id, name, keys, icon: TASK_ICONS[picks], picks }
  })
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

const PRESET_COMMANDS = PRESETS.map((preset): ListedCommand => ({
  id: `preset ${preset.name}`,
  name: words.playPreset(preset.name),
  keys: [],
  icon: Volume2,
  run: () => {
    focusPlayer.setMix(applyPreset(focusPlayer.current().mix, preset))
    focusPlayer.play()
  },
}))

/** Runs a command on the chosen task. */
export function runOnTask(
  command: TaskCommandId,
  task: ShortTask,
  { openEdit, startWork }: TaskHandlers,
): void {
  const runs: Record<TaskCommandId, () => void> = {
    complete: () => void completeTask(task),
    edit: () => openEdit(task),
    startWork: () => startWork(task),
    plan: () => togglePlan(task),
    duplicate: () => run(duplicateTask, task),
    attachFile: () => chooseFiles(task),
    delete: () => run(deleteTask, task),
  }
  runs[command]()
}

/** Returns the commands whose names match, with the matches. */
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
  openTrash: Trash,
  logOut: LogOut,
  showShortcuts: Keyboard,
}

const TASK_ICONS: Record<TaskCommandId, LucideIcon> = {
  complete: Check,
  edit: Pencil,
  startWork: CirclePlay,
  plan: Sun,
  duplicate: Copy,
  attachFile: Paperclip,
  delete: Trash2,
}
