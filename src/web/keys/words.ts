import { COMMANDS } from './commands.ts'
import { TASK_COMMANDS } from './task-commands.ts'

/** A shortcut: the names of its keys, as `keyName` takes them, and what they do. */
export type Shortcut = { keys: readonly string[]; does: string }

export const title = 'Keyboard shortcuts'
export const singleKeys = 'Single-key shortcuts'

export const groups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      ...Object.values(COMMANDS).flatMap((command) =>
        'keys' in command
          ? [{ keys: command.keys, does: 'does' in command ? command.does : command.name }]
          : [],
      ),
      { keys: ['/'], does: 'Search projects on the board or timeline' },
      { keys: ['F8'], does: 'Go to the notification' },
    ],
  },
  {
    title: 'On a card',
    shortcuts: [
      { keys: ['Enter'], does: 'Open the details' },
      ...Object.values(TASK_COMMANDS).filter(({ keys }) => keys.length > 0),
    ],
  },
  {
    title: 'Selecting cards',
    shortcuts: [
      { keys: ['Mod', 'Click'], does: 'Add to or remove from the selection' },
      { keys: ['Shift', 'Click'], does: 'Select a range' },
      { keys: ['Mod', 'A'], does: 'Select all at this level' },
      { keys: ['C'], does: 'Complete the selected tasks' },
      { keys: ['T'], does: 'Plan the selected tasks for today' },
      { keys: ['Del'], does: 'Delete the selected tasks' },
      { keys: ['B'], does: 'Go to the actions' },
      { keys: ['Esc'], does: 'Clear the selection' },
    ],
  },
  {
    title: 'On a card’s handle',
    shortcuts: [
      { keys: ['Space'], does: 'Pick up or drop' },
      { keys: ['↑', '↓'], does: 'Move up or down a level' },
      { keys: ['1', '…', '9', '0'], does: 'Move to level 1–10' },
      { keys: ['Home', 'End'], does: 'Move to level 1 or 10' },
      { keys: ['T'], does: 'Choose a day on the timeline with the arrow keys' },
      { keys: ['Esc'], does: 'Cancel' },
      { keys: ['Enter'], does: 'Open the menu' },
      { keys: ['Drag'], does: 'Hold over the Timeline tab, then drop on a day' },
    ],
  },
  {
    title: 'At a full level',
    shortcuts: [
      { keys: ['S'], does: 'Swap with a card' },
      { keys: ['P'], does: 'Push the last cards down' },
      { keys: ['W'], does: 'Wait in line' },
    ],
  },
  {
    title: 'When you come back',
    shortcuts: [{ keys: ['1', '2', '3'], does: 'Choose today, next week or “Let go”' }],
  },
  {
    title: 'On a timeline bar',
    shortcuts: [
      { keys: ['←', '→'], does: 'Move by one day' },
      { keys: ['Shift', '←', '→'], does: 'Move the end by one day' },
      { keys: ['+', '−'], does: 'Change progress by 5%' },
      { keys: ['↑', '↓'], does: 'Go to the task above or below' },
      { keys: ['Page Up', 'Page Down'], does: 'Go ten tasks up or down' },
      { keys: ['Home', 'End'], does: 'Go to the first or last task' },
      { keys: ['C'], does: 'Complete or reopen' },
      { keys: ['T'], does: 'Plan for today' },
      { keys: ['Enter'], does: 'Edit' },
      { keys: ['M'], does: 'Open the menu' },
    ],
  },
  {
    title: 'In the new-task line',
    shortcuts: [
      { keys: ['Enter'], does: 'Add the task' },
      { keys: ['Shift', 'Enter'], does: 'More fields' },
      { keys: ['#'], does: 'Choose a category' },
      { keys: ['+'], does: 'Choose a project' },
      { keys: ['Backspace'], does: 'Go to the recognized parts (at the start of the line)' },
      { keys: ['Esc'], does: 'Close and keep the text' },
    ],
  },
  {
    title: 'Touch and drag',
    shortcuts: [
      { keys: ['Swipe →'], does: 'Complete a task' },
      { keys: ['Hold', 'Drag'], does: 'Move a task' },
      { keys: ['Hold'], does: 'Select a task, or open the form (on the Add button)' },
      { keys: ['Drag'], does: 'Attach a file to a card, or add text or a link to a level' },
      { keys: ['Paste'], does: 'Add one task per line, or attach a file in an open task' },
      { keys: ['Swipe'], does: 'Dismiss a notification' },
    ],
  },
  {
    title: 'On the edge of the timeline’s task column',
    shortcuts: [
      { keys: ['←', '→'], does: 'Make the column narrower or wider' },
      { keys: ['Enter'], does: 'Reset the column’s width' },
    ],
  },
  {
    title: 'In search',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Choose a result' },
      { keys: ['Enter'], does: 'Open the task or run the command' },
      { keys: ['Mod', 'Enter'], does: 'Start work on the task' },
      { keys: ['Esc'], does: 'Clear the text, then close' },
    ],
  },
  {
    title: 'In the trash',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Go to the item above or below' },
      { keys: ['Del'], does: 'Delete forever' },
    ],
  },
  {
    title: 'In a form',
    shortcuts: [
      { keys: ['Mod', 'Enter'], does: 'Add or save' },
      { keys: ['Alt', '↓'], does: 'Open the date picker' },
      { keys: ['Esc'], does: 'Close' },
    ],
  },
]
