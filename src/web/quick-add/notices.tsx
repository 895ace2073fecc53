import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { slotStanding } from '../task-form/slot-standing.ts'
import { chooseLevel } from '../task-form/words.ts'
import type { QuickLine } from './use-quick-line.ts'
import * as words from './words.ts'

/** Shows one note at a time about the task that is about to be added. */
export function Notices({ quick, className = '' }: { quick: QuickLine; className?: string }) {
  const { line, focusText } = quick
  const { fault, parsed, values, openCountAt } = line
  // The chosen button disappears.
  const thenType = (choose: () => void) => () => {
    focusText()
    choose()
  }
  if (fault)
    return (
      <Notice look="danger" className={className}>
        {fault}
      </Notice>
    )
  const { unusedProject } = parsed
  if (unusedProject) {
    const action = <Action onClick={thenType(line.preferProject)}>{words.chooseProject}</Action>
    return (
      <Notice look="plain" action={action} className={className}>
        {words.projectStaysText(line.text.slice(unusedProject.start, unusedProject.end))}
      </Notice>
    )
  }
  const { standing, taken, alternative } = slotStanding(
    null,
    { priority: values.level, completed: false },
    openCountAt,
  )
  if (standing === 'room') return null
  const action = alternative && (
    <Action onClick={thenType(() => line.swapLevel(alternative.level))}>
      {chooseLevel(alternative.level, alternative.free)}
    </Action>
  )
  return (
    <Notice look="warn" action={action} className={className}>
      {words.isFull(values.level, taken)} <span className="max-sm:hidden">{words.willWait}</span>
    </Notice>
  )
}

type NoticeProps = {
  look: keyof typeof LOOKS
  action?: ReactNode
  className?: string
  children: ReactNode
}

export function Notice({ look, action, className = '', children }: NoticeProps) {
  const { Icon, box, icon } = LOOKS[look]
  return (
    <div
      role={look === 'danger' ? 'alert' : undefined}
      className={`flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t py-1.5 text-note ${box} ${className}`}
    >
      <span className="flex min-w-0 items-center gap-(--check-gap,12px)">
        <span className="flex w-(--card-check,18px) shrink-0 justify-center">
          <Icon aria-hidden size={16} strokeWidth={1.75} className={icon} />
        </span>
        <span>{children}</span>
      </span>
      {action}
    </div>
  )
}

const LOOKS = {
  warn: { Icon: TriangleAlert, box: 'border-warn-edge bg-warn-tint', icon: 'text-warn-text' },
  plain: { Icon: Info, box: 'border-line', icon: 'text-fg-3' },
  danger: { Icon: CircleAlert, box: 'border-line text-danger-text', icon: 'text-danger-text' },
}

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 rounded-xs font-medium underline decoration-line-2 underline-offset-3 hover:decoration-current touch:min-h-10"
    >
      {children}
    </button>
  )
}
