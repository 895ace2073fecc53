import { memo } from 'react'

import { isPlannedFor } from '#domain/tasks/day/day.ts'

import { plan } from '../../day/words.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { dates } from '../../ui/dates.ts'
import { useToday } from '../../ui/today.ts'
import type { SetField } from '../use-task-form.ts'
import { planInstead } from '../words.ts'

/** The checkbox that plans a task for today. If the task is planned for a later day, the label says so. */
export const PlanField = memo(function PlanField({ value, set }: { value: string; set: SetField }) {
  const today = useToday()
  const isLater = value > today.toString()
  return (
    <Checkbox
      checked={isPlannedFor({ plannedFor: value }, today)}
      onChange={(isPlanned) => set('plannedFor', isPlanned ? today.toString() : '')}
      label={isLater ? planInstead(dates.shortDay(Temporal.PlainDate.from(value), today)) : plan}
    />
  )
})
