import { useId } from 'react'

import { keyName } from '../keys/key-names.ts'
import { descriptionPlaceholder } from '../task-form/words.ts'
import { Field } from '../ui/field.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { InPlace, ValueButton } from './in-place.tsx'
import type { InPlaceState } from './use-in-place.ts'
import * as words from './words.ts'

export function Description({ edit }: { edit: InPlaceState }) {
  const id = useId()
  const { task, form } = edit
  return (
    <InPlace
      part="description"
      edit={edit}
      field={
        <Field label={words.description} hint={<Hint />} error={form.errors.description}>
          {(ids) => (
            <Textarea
              {...ids}
              rows={3}
              value={form.values.description}
              onChange={(event) => form.set('description', event.target.value)}
              placeholder={descriptionPlaceholder}
            />
          )}
        </Field>
      }
      value={
        <section aria-labelledby={id}>
          <h3 id={id} className="mb-1.5 text-label font-semibold max-sm:sr-only">
            {words.description}
          </h3>
          <ValueButton
            part="description"
            edit={edit}
            labelledBy={id}
            className={`block min-h-10 py-1.5 text-body whitespace-pre-wrap ${task.description ? '' : 'text-fg-3'}`}
          >
            {task.description || words.addDescription}
          </ValueButton>
        </section>
      }
    />
  )
}

function Hint() {
  return (
    <span className="flex justify-between gap-4">
      {words.savesOnLeave}
      <span className="flex items-center gap-1 max-sm:hidden">
        <Kbd>{keyName('Mod')}</Kbd> <Kbd>Enter</Kbd> {words.toSave}
        <span className="ml-3">
          <Kbd>Esc</Kbd> {words.toUndo}
        </span>
      </span>
    </span>
  )
}
