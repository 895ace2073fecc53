import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Switch } from '../ui/switch.tsx'
import { useSingleKeys } from './single-keys.ts'

type Shortcut = { keys: string[]; does: string }

const GROUPS: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['N'], does: 'New task' },
      { keys: ['/'], does: 'Search projects' },
      { keys: ['Ctrl', 'Z'], does: 'Undo the last change' },
      { keys: ['F8'], does: 'Go to the notification' },
      { keys: ['?'], does: 'This list' },
    ],
  },
  {
    title: 'On a card',
    shortcuts: [
      { keys: ['E'], does: 'Edit' },
      { keys: ['S'], does: 'Start work' },
      { keys: ['I'], does: 'Details' },
      { keys: ['Alt', '↑'], does: 'Move up within its level' },
      { keys: ['Alt', '↓'], does: 'Move down within its level' },
    ],
  },
  {
    title: 'On the handle of a card',
    shortcuts: [
      { keys: ['Space'], does: 'Pick up, and drop' },
      { keys: ['↑', '↓'], does: 'Carry to the next level' },
      { keys: ['1', '…', '9', '0'], does: 'Carry to level 1 … 10' },
      { keys: ['Esc'], does: 'Put back' },
      { keys: ['Enter'], does: 'Open its menu' },
    ],
  },
  {
    title: 'On a bar of the timeline',
    shortcuts: [
      { keys: ['←', '→'], does: 'Move by a day' },
      { keys: ['Shift', '←', '→'], does: 'Move its end by a day' },
      { keys: ['+', '−'], does: 'Change the progress by 5%' },
      { keys: ['↑', '↓'], does: 'Go to the task above or below' },
      { keys: ['Enter'], does: 'Edit' },
      { keys: ['M'], does: 'Open its menu' },
    ],
  },
  {
    title: 'In a form',
    shortcuts: [
      { keys: ['Ctrl', 'Enter'], does: 'Add or save' },
      { keys: ['Esc'], does: 'Close' },
    ],
  },
]

/** Every key there is, and the switch for those of one character. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [areOn, turn] = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" width="categories">
      <Switch data-autofocus checked={areOn} onChange={turn} label="N, / and ? work anywhere" />
      {GROUPS.map(({ title, shortcuts }) => (
        <section key={title} className="pt-4">
          <h3 className="pb-1 text-label font-semibold">{title}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div
                key={does}
                className="flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-0"
              >
                <dt className="text-[14px]/5 text-fg-2">{does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
