import { Dialog as Radix } from 'radix-ui'

import { InPlace, ValueButton } from './in-place.tsx'
import type { InPlaceState } from './use-in-place.ts'
import * as words from './words.ts'
import { TextField } from '../ui/text-field.tsx'

/** The task's title: the dialog's heading, which has focus when the dialog opens. Clicking the title starts editing. */
export function Title({ edit }: { edit: InPlaceState }) {
  const { task, form } = edit
  return (
    <div className="min-w-0 flex-1">
      {edit.isOpen('title') && <Radix.Title className="sr-only">{task.title}</Radix.Title>}
      <InPlace
        part="title"
        edit={edit}
        field={
          <TextField
            label={<span className="sr-only">{words.title}</span>}
            error={form.errors.title}
            large
            required
            value={form.values.title}
            onChange={(event) => form.set('title', event.target.value)}
            autoComplete="off"
          />
        }
        value={
          <Radix.Title
            tabIndex={-1}
            data-autofocus
            className="rounded-md text-[20px] leading-7 font-semibold tracking-[-0.015em]"
          >
            <ValueButton part="title" edit={edit} className="block">
              <span className="sm:line-clamp-3" title={task.title}>
                {task.title}
              </span>
            </ValueButton>
          </Radix.Title>
        }
      />
    </div>
  )
}
