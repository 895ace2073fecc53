import { type SyntheticEvent, useId, useMemo, useState } from 'react'

import { run } from '../sync/runner/run.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { dates } from '../ui/dates.ts'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { firstWeekday } from '../ui/first-weekday.ts'
import { FormSection } from '../ui/form-section.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showErrors } from '../ui/use-error-focus.ts'
import { changeSettings } from './commands.ts'
import { useSettings } from './settings.ts'
import * as words from './words.ts'

type Props = { open: boolean; onClose: () => void }

/** The typed values. Untouched fields show the current settings, even after another device changes them. */
type Typed = {
  /** The hours by weekday, from Monday (0). */
  hours: Readonly<Record<number, string>>
  dayStartsAt?: string
  hidesBanner?: boolean
}

const UNTOUCHED: Typed = { hours: {} }

export function SettingsDialog({ open, onClose }: Props) {
  const settings = useSettings()
  const days = useMemo(() => weekdays(), [])
  const [typed, setTyped] = useState(UNTOUCHED)
  const [isChecked, setIsChecked] = useState(false)
  const formId = useId()
  const hoursFaultId = useId()
  const { hours: typedHours, ...typedRest } = typed
  const hoursPerWeekday = settings.hoursPerWeekday.map((hours, day) =>
    readHours(typedHours[day] ?? String(hours)),
  )
  const hasHoursFault = hoursPerWeekday.some(Number.isNaN)
  const { dayStartsAt, hidesBanner } = { ...settings, ...typedRest }
  const close = () => {
    setTyped(UNTOUCHED)
    setIsChecked(false)
    onClose()
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (hasHoursFault || dayStartsAt === '') return showErrors(event.currentTarget, () => setIsChecked(true))
    // Another device may have changed the untouched settings.
    const change = typedHours === UNTOUCHED.hours ? typedRest : { ...typedRest, hoursPerWeekday }
    if (typed !== UNTOUCHED) run(changeSettings, change)
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.settings.title}
      width="form"
      confirmDiscard={typed !== UNTOUCHED}
      footer={
        <DialogFooter note={<p className="text-meta text-fg-3">{words.settings.note}</p>}>
          <Button onClick={close}>{words.cancel}</Button>
          <SubmitButton form={formId}>{words.settings.save}</SubmitButton>
        </DialogFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="[&>fieldset:first-child]:border-t-0">
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
                  value={typedHours[day] ?? String(settings.hoursPerWeekday[day])}
                  onChange={(event) =>
                    setTyped({ ...typed, hours: { ...typedHours, [day]: event.target.value } })
                  }
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
            error={isChecked && dayStartsAt === '' && words.settings.dayStartsAtFault}
            type="time"
            className="max-w-40"
            value={dayStartsAt}
            onChange={(event) => setTyped({ ...typed, dayStartsAt: event.target.value.slice(0, 5) })}
          />
        </FormSection>
        <FormSection title={words.settings.display}>
          <Switch
            checked={!hidesBanner}
            onChange={(isShown) => setTyped({ ...typed, hidesBanner: !isShown })}
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
