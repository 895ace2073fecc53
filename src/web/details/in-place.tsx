import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { untilReleased } from '../boot/until-released.ts'
import type { InPlaceState, Part } from './use-in-place.ts'
import * as words from './words.ts'

type Editable = { part: Part; edit: InPlaceState }

type RowProps = Editable & {
  part: keyof typeof words.labels
  /** The value as text. */
  children: ReactNode
  /** The field, with its label. */
  field: ReactNode
}

export function ValueRow({ part, edit, children, field }: RowProps) {
  const id = useId()
  return (
    <InPlace
      part={part}
      edit={edit}
      field={<div className="py-1.5">{field}</div>}
      value={
        <div className="grid grid-cols-[86px_minmax(0,1fr)] items-start">
          <span id={id} className="py-1.5 text-label leading-5 text-fg-2 touch:py-2.5">
            {words.labels[part]}
          </span>
          <ValueButton
            part={part}
            edit={edit}
            labelledBy={id}
            className="min-h-8 py-1.5 text-label leading-5 touch:py-2.5"
          >
            {children}
          </ValueButton>
        </div>
      }
    />
  )
}

type ButtonProps = Editable & { labelledBy?: string; className?: string; children: ReactNode }

export function ValueButton({ part, edit, labelledBy, className = '', children }: ButtonProps) {
  const id = useId()
  const button = useReturn(part, edit)
  return (
    <button
      ref={button}
      type="button"
      dir="auto"
      aria-labelledby={labelledBy && `${labelledBy} ${id}`}
      onClick={() => edit.open(part)}
      className={`-mx-2 w-[calc(100%+16px)] rounded-md px-2 text-start wrap-anywhere hover:bg-hover touch:min-h-10 ${className}`}
    >
      <span id={id}>{children}</span>
    </button>
  )
}

/** Focuses a button when it replaces a field that was closed with the keyboard. Returns the button's ref. */
export function useReturn(part: Part, { takeReturn }: InPlaceState) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (takeReturn(part)) button.current?.focus()
    // Runs only on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return button
}

type Props = Editable & { field: ReactNode; value: ReactNode }

/** Shows a value, or its field while it is edited. Saves when the focus leaves the field. */
export function InPlace({ part, edit, field, value }: Props) {
  return useClosesOnRelease(edit.isOpen(part)) ? (
    <OpenField part={part} edit={edit}>
      {field}
    </OpenField>
  ) : (
    value
  )
}

/**
 * Returns whether the field is visible. The field closes only while nothing is pressed: closing moves the content below
 * it, and a click there would miss its target.
 */
function useClosesOnRelease(isOpen: boolean): boolean {
  const [isShown, setIsShown] = useState(isOpen)
  if (isOpen && !isShown) setIsShown(true)
  useLayoutEffect(() => {
    if (isOpen || !isShown) return
    let isCurrent = true
    void untilReleased().then(() => isCurrent && setIsShown(false))
    return () => {
      isCurrent = false
    }
  }, [isOpen, isShown])
  return isOpen || isShown
}

function OpenField({ part, edit, children }: Editable & { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const isActive = edit.active === part
  useLayoutEffect(() => {
    if (!isActive || hasFocus.current || focusField(box.current)) return
    // A slider's thumb is hidden in its first render.
    const frame = requestAnimationFrame(() => focusField(box.current))
    return () => cancelAnimationFrame(frame)
  }, [isActive])

  const enter = () => {
    hasFocus.current = true
    if (!isActive) edit.open(part)
  }
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    hasFocus.current = false
    // The field's list or calendar may take focus. Both are outside the field in the DOM, but inside it in React.
    setTimeout(() => {
      if (!hasFocus.current && document.hasFocus()) edit.leave(part)
    })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    const isLine = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (!event.ctrlKey && !event.metaKey && !isLine) return
    event.preventDefault()
    edit.commit(part)
  }
  return (
    <div
      ref={box}
      role="presentation"
      onFocus={enter}
      onBlur={leave}
      onKeyDown={press}
      className="min-w-0 flex-1"
    >
      {children}
      {edit.hasFailed && edit.isDirty(part) && (
        <p role="alert" className="mt-1.5 text-meta text-danger-text">
          {words.notSaved}{' '}
          <button
            type="button"
            className="rounded-xs border-b border-danger-text font-medium touch:min-h-6"
            // A click that moves the focus saves immediately, so this button would be gone before the pointer is released.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => edit.commit(part)}
          >
            {words.tryAgain}
          </button>
        </p>
      )}
    </div>
  )
}

/** Focuses the field's control, with the cursor after the text. Returns whether there is a control. */
function focusField(box: HTMLElement | null): boolean {
  const find = (selector: string) =>
    [...(box?.querySelectorAll<HTMLElement>(selector) ?? [])].find((control) => control.checkVisibility())
  const control = find('input, textarea, [role="slider"]') ?? find('button')
  control?.focus()
  if (
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && control.type === 'text')
  )
    control.setSelectionRange(control.value.length, control.value.length)
  return control !== undefined
}
