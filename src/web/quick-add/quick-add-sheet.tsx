import { ArrowUp, CalendarIcon, Folder, Layers, type LucideIcon, Repeat2, Tags } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'

import type { Level } from '#domain/tasks/priority.ts'

import { useHistoryEntry } from '../ui/dialog-history.ts'
import { useKeyboardHeight } from '../ui/use-keyboard-open.ts'
import { Scrim } from '../ui/scrim.tsx'
import { CLEAR_OF_TOASTS } from '../ui/toast-place.ts'
import { Chips } from './chips.tsx'
import { LineField } from './line-field.tsx'
import { Notice, Notices } from './notices.tsx'
import { OfferList } from './offer-list.tsx'
import { type OpenLine, closeQuickAdd } from './open.ts'
import { SeveralLines } from './several-lines.tsx'
import { type QuickLine, useQuickLine } from './use-quick-line.ts'
import * as words from './words.ts'

/** How far down the sheet is dragged to close it, in px. */
const CLOSE_PX = 60

/** The quick-add line in a sheet at the bottom of the window, above a phone's keyboard. */
export function QuickAddSheet({ open, line }: { open: boolean; line: OpenLine | null }) {
  useHistoryEntry(open, closeQuickAdd)
  const drag = useDragDown()
  const keyboard = useKeyboardHeight()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && closeQuickAdd()}>
      <Radix.Portal>
        {/* Transparent, so that the board stays readable. */}
        <Scrim open={open} className="bg-transparent!" />
        <Radix.Content
          {...drag}
          {...CLEAR_OF_TOASTS}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          // In the field, Escape first closes the list; on a chip and beside several lines, it returns to the text.
          onEscapeKeyDown={(event) =>
            event.target instanceof Element &&
            event.target.matches('textarea, li > button, p ~ button') &&
            event.preventDefault()
          }
          // The opener may be a row that has been replaced by a new element.
          onCloseAutoFocus={(event) => event.preventDefault()}
          style={{ bottom: keyboard, maxHeight: `min(80dvh, 100dvh - ${keyboard}px)` }}
          className="fixed inset-x-0 z-40 mx-auto flex max-w-160 touch-pan-x flex-col overflow-y-auto rounded-t-2xl border-t border-line-2 bg-raised shadow-sh-4 outline-none data-[state=open]:animate-rise-in sm:border"
        >
          <Radix.Title className="sr-only">{words.lineAtLevel(line?.level ?? 5)}</Radix.Title>
          {line && <Body key={line.fills} level={line.level} text={line.text} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Body({ level, text }: { level: Level; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const quick = useQuickLine(level, text, { field, box })
  const { line, offer, paste } = quick
  if (quick.isSeveral)
    return (
      <div ref={box} className="px-4 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]">
        <SeveralLines paste={paste} onCancel={paste.cancel} />
        {paste.warning && (
          <Notice look="warn" className="-mx-4 px-4">
            {paste.warning}
          </Notice>
        )}
      </div>
    )
  return (
    // On a small screen, the list of names shrinks, not the text below it.
    <div ref={box} className="flex min-h-0 flex-col">
      <OfferList state={offer} className="mx-2 mt-2" />
      <LineField
        line={line}
        offer={offer}
        field={field}
        onClose={closeQuickAdd}
        onBack={quick.focusLastChip}
        onPaste={quick.pasteLines}
        className="mx-3 mt-3"
      />
      <Chips
        chips={quick.chips}
        onLeave={quick.focusText}
        className="flex shrink-0 gap-2 overflow-x-auto px-4 pt-1.5 pb-3 [scrollbar-width:none]"
      />
      <div id={`${offer.listId}-notice`} aria-live="polite">
        <Notices quick={quick} className="px-4" />
      </div>
      <Helpers quick={quick} />
      <output className="sr-only">{quick.said}</output>
    </div>
  )
}

function Helpers({ quick: { offer, line } }: { quick: QuickLine }) {
  return (
    <div className="flex items-center border-t border-line px-2 pt-1 max-xs:px-1 pb-[max(4px,env(safe-area-inset-bottom))]">
      <HelperButton label={words.helpers.due} icon={CalendarIcon} onClick={() => offer.help('due')} />
      <HelperButton label={words.helpers.level} icon={Layers} onClick={() => offer.help('level')} />
      <HelperButton label={words.helpers.category} icon={Tags} onClick={() => offer.sign('#')} />
      <HelperButton label={words.helpers.project} icon={Folder} onClick={() => offer.sign('+')} />
      <HelperButton
        label={words.helpers.recurrence}
        icon={Repeat2}
        onClick={() => offer.help('recurrence')}
      />
      <button
        type="button"
        onClick={line.showForm}
        className="ml-auto h-11 rounded-md px-1 text-label font-medium text-fg-2"
      >
        {words.moreFieldsTitle}
      </button>
      <button
        type="button"
        aria-label={words.addTask}
        onMouseDown={keepFocus}
        onClick={line.add}
        className="m-1 ml-2 grid size-11 max-xs:mx-0 shrink-0 place-items-center rounded-full bg-ink text-ink-fg"
      >
        <ArrowUp size={22} strokeWidth={2} />
      </button>
    </div>
  )
}

type HelperProps = { label: string; icon: LucideIcon; onClick: () => void }

function HelperButton({ label, icon: Icon, onClick }: HelperProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onMouseDown={keepFocus}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center max-xs:size-10 rounded-md text-fg-2"
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </button>
  )
}

/** A phone's keyboard stays open while the field has focus. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault()
}

/** Closes the sheet when a finger drags it down. In a low window, the finger scrolls it first. */
function useDragDown() {
  const start = useRef<{ x: number; y: number; top: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, currentTarget, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === 'touch' && isPrimary ? { x, y, top: currentTarget.scrollTop } : null
    },
    onPointerMove: ({ currentTarget, clientY }: PointerEvent) => {
      if (start.current) currentTarget.scrollTop = start.current.top + start.current.y - clientY
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (!from) return
      const down = clientY - from.y - from.top
      if (down > CLOSE_PX && down > Math.abs(clientX - from.x)) closeQuickAdd()
    },
  }
}
