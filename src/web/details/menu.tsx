import { Copy, Ellipsis, Link2, Pencil, Sun, Trash2 } from 'lucide-react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { planItem, togglePlan } from '../day/plan-task.ts'
import { run } from '../sync/runner/run.ts'
import { duplicateTask } from '../tasks/data/commands.ts'
import { copyLink } from '../tasks/copy-link.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import * as words from './words.ts'

type Props = { task: ShortTask; onEdit: () => void; onDelete: () => void }

export function DetailsMenu({ task, onEdit, onDelete }: Props) {
  return (
    <Menu align="end" trigger={<IconButton label={words.more} icon={<Ellipsis size={16} />} />}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        {words.editTask}
      </MenuItem>
      {!task.completed && (
        <MenuItem icon={<Sun />} onSelect={() => togglePlan(task)}>
          {planItem(task)}
        </MenuItem>
      )}
      <MenuItem icon={<Copy />} onSelect={() => run(duplicateTask, task)}>
        {words.duplicate}
      </MenuItem>
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink(task)}>
        {words.copyLink}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
        {words.remove}
      </MenuItem>
    </Menu>
  )
}
