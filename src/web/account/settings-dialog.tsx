import { type SyntheticEvent, useId, useState } from 'react'

import type { SettingsChange } from '#domain/account/settings.ts'

import { type Edits, NO_EDITS, conflictsWith, editField, formValues } from '../drafts/edits.ts'
import { run } from '../sync/runner/run.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { dates } from '../ui/dates.ts'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { firstWeekday } from '../ui/first-weekday.ts'
import { FormSection } from '../ui/form-section.tsx'
import { Note } from '../ui/note.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showErrors } from '../ui/use-error-focus.ts'
import { changeSettings } from './commands.ts'
import { useSettings } from './settings.ts'
import * as words from './words.ts'

type Props = { open: boolean; onClose: () => void }

/** The values of the fields. Those of the hours have the names '0' (Monday) to '6'. */
type Values = Record<string, string | boolean>

export function SettingsDialog({ open, onClose }: Props) {
  const settings = useSettings()
  const [days] = useState(weekdays)
  const [edits, setEdits] = useState<Edits<Values>>(NO_EDITS)
  const [isChecked, setIsChecked] = useState(false)
  const formId = useId()
  const hoursFaultId = useId()
  const { dayStartsAt, hidesBanner } = settings
  const hours = Object.fromEntries(settings.hoursPerWeekday.map((hours, day) => [day, String(hours)]))
  const row: Values = { dayStartsAt, hidesBanner, ...hours }
  const values = formValues(row, edits)
  const type = (field: string, value: string | boolean) => setEdits(editField(edits, row, field, value))
  const hoursPerWeekday = settings.hoursPerWeekday.map((_, day) => readHours(values[day] as string))
  const hasHoursFault = hoursPerWeekday.some(Number.isNaN)
  const close = () => {
    setEdits(NO_EDITS)
    setIsChecked(false)
    onClose()
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (hasHoursFault || values['dayStartsAt'] === '')
      return showErrors(event.currentTarget, () => setIsChecked(true))
    // Another device may have changed the untouched settings.
    const fields = Object.entries(edits.mine)
    const others = fields.filter(([field]) => field in settings)
    const change: SettingsChange = Object.fromEntries(others)
    if (others.length < fields.length)
      change.hoursPerWeekday = hoursPerWeekday.map((hours, day) => (day in edits.mine ? hours : null))
    if (edits !== NO_EDITS) run(changeSettings, change)
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.settings.title}
      width="form"
      confirmDiscard={edits !== NO_EDITS}
      footer={
        <DialogFooter start={<p className="text-meta text-fg-3">{words.settings.note}</p>}>
          <Button onClick={close}>{words.cancel}</Button>
          <SubmitButton form={formId}>{words.settings.save}</SubmitButton>
        </DialogFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="[&>fieldset:first-of-type]:border-t-0">
        <div aria-live="polite">
          {conflictsWith(row, edits).length > 0 && <Note tone="warn">{words.settings.changed}</Note>}
        </div>
        <FormSection title={words.settings.day} hint={words.settings.dayHint}>
          <fieldset className="min-w-0">
            <legend className="mb-1 text-label font-semibold">{words.settings.hours}</legend>
            <div className="grid grid-cols-4 gap-2 md:grid-cols-7">
              {days.map(({ day, name }) => (
                <TextField
                  key={day}
                  label={<span className="font-normal text-fg-2">{name}</span>}
                  type="number"
                  inputMode="decimal"
                  min={0}
                  max={24}
                  step={0.25}
                  className="[&>input]:text-right"
                  aria-invalid={isChecked && Number.isNaN(hoursPerWeekday[day]) ? true : undefined}
                  aria-describedby={hoursFaultId}
                  value={values[day] as string}
                  onChange={(event) => type(String(day), event.target.value)}
                />
              ))}
            </div>
            <p id={hoursFaultId} role="alert" className="mt-1.5 text-meta text-danger-text empty:hidden">
              {isChecked && hasHoursFault ? words.settings.hoursFault : ''}
            </p>
          </fieldset>
          <TextField
            label={words.settings.dayStartsAt}
            hint={words.settings.dayStartsAtHint}
            error={isChecked && values['dayStartsAt'] === '' && words.settings.dayStartsAtFault}
            type="time"
            className="max-w-40"
            value={values['dayStartsAt'] as string}
            onChange={(event) => type('dayStartsAt', event.target.value.slice(0, 5))}
          />
        </FormSection>
        <FormSection title={words.settings.display}>
          <Switch
            checked={!values['hidesBanner']}
            onChange={(isShown) => type('hidesBanner', !isShown)}
            label={words.settings.banner}
          />
        </FormSection>
      </form>
    </Dialog>
  )
}

/** Returns hours rounded to the nearest quarter hour, or NaN if the text isn't a number from 0 to 24. */
function readHours(text: string): number {
  const hours = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
  return hours >= 0 && hours <= 24 ? Math.round(hours * 4) / 4 : Number.NaN
}

/** Returns the weekdays, starting with the locale's first day of the week. Monday is day 0. */
function weekdays(): { day: number; name: string }[] {
  const first = firstWeekday() - 1
  return Array.from({ length: 7 }, (_, index) => {
    const day = (first + index) % 7
    // January 5, 1970 was a Monday.
    return { day, name: dates.weekday({ year: 1970, month: 1, day: 5 + day }) }
  })
}
