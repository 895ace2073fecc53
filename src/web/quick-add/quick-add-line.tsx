import { X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'

import type { Level } from '#domain/tasks/priority.ts'

import { useStore } from '../state/store.ts'
import { IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Chips } from './chips.tsx'
import { LineField } from './line-field.tsx'
import { Notice, Notices } from './notices.tsx'
import { OfferList } from './offer-list.tsx'
import { closeQuickAdd, quickAdd } from './open.ts'
import { SeveralLines } from './several-lines.tsx'
import { useQuickLine } from './use-quick-line.ts'
import * as words from './words.ts'

type Props = {
  level: Level
  /** The placeholder of a line that is always open. */
  example?: string
}

/** The open line at the end of a band, or one that is always open. */
export function QuickAddLine(props: Props) {
  const open = useStore(quickAdd, (line) => (props.example === undefined ? line : null))
  return <OpenLine key={open?.fills ?? 0} {...props} text={open?.text ?? ''} />
}

/** Aligns the text with the titles of the cards. */
const INDENT = 'pl-[calc(var(--card-start)+var(--card-check,18px)+var(--check-gap,12px))]'

function OpenLine({ level, example, text }: Props & { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const quick = useQuickLine(level, text, { field, box })
  const { line, offer, paste } = quick
  const { news } = line
  // An always-open line may load while a menu or a dialog has focus.
  const [takesFocus] = useState(() => example === undefined || document.activeElement === document.body)
  useLayoutEffect(() => scrollTo(box.current), [])
  useLayoutEffect(() => {
    // The added card has moved the line down.
    if (news) scrollTo(box.current)
  }, [news])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles from its buttons.
    <fieldset
      ref={box}
      aria-label={words.lineAtLevel(level)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || example !== undefined) return
        event.preventDefault()
        closeQuickAdd()
      }}
      className="relative min-w-0 scroll-mt-30 scroll-mb-50 rounded-lg border border-control bg-surface focus-within:border-(--ring) focus-within:shadow-[0_0_0_1px_var(--ring)]"
    >
      <div className="flex min-h-11 items-start gap-(--check-gap,12px) pr-2 pl-(--card-start)">
        <span
          aria-hidden
          className="mt-[calc(22px-var(--card-check,18px)/2)] size-(--card-check,18px) shrink-0 rounded-full border-[1.5px] border-dashed border-control"
        />
        {quick.isSeveral ? (
          <SeveralLines paste={paste} onCancel={paste.cancel} />
        ) : (
          <>
            <LineField
              line={line}
              offer={offer}
              field={field}
              takesFocus={takesFocus}
              onClose={closeQuickAdd}
              placeholder={example}
              onBack={quick.focusLastChip}
              onPaste={quick.pasteLines}
              className="my-1 -ml-1 flex-1"
            />
            <Actions onAdd={line.add} onMore={example === undefined ? line.showForm : undefined} />
          </>
        )}
        {example === undefined && (
          <IconButton label={words.close} icon={<X size={16} />} onClick={closeQuickAdd} className="mt-1.5" />
        )}
      </div>
      {!quick.isSeveral && (example === undefined || line.text !== '') && (
        <Chips
          chips={quick.chips}
          onLeave={quick.focusText}
          className={`flex flex-wrap gap-1.5 pr-3 pb-2.5 ${INDENT}`}
        />
      )}
      <div id={`${offer.listId}-notice`} aria-live="polite">
        {quick.isSeveral ? (
          paste.warning && (
            <Notice look="warn" className={NOTICE}>
              {paste.warning}
            </Notice>
          )
        ) : (
          <Notices quick={quick} className={NOTICE} />
        )}
      </div>
      <OfferList state={offer} className="absolute top-full z-50 mt-1 ml-(--card-start) max-w-120 min-w-64" />
      <output className="sr-only">{quick.said}</output>
    </fieldset>
  )
}

function scrollTo(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}

const NOTICE = 'rounded-b-lg pr-3.5 pl-(--card-start)'

function Actions({ onAdd, onMore }: { onAdd: () => void; onMore: (() => void) | undefined }) {
  return (
    <span className="mt-2.5 flex shrink-0 gap-3 text-label text-fg-3 max-md:hidden">
      <button type="button" onClick={onAdd} className={ACTION}>
        <Kbd>{words.enter}</Kbd> {words.add}
      </button>
      {onMore && (
        <button type="button" onClick={onMore} className={ACTION}>
          <Kbd>{words.shift}</Kbd> <Kbd>{words.enter}</Kbd> {words.moreFields}
        </button>
      )}
    </span>
  )
}

const ACTION = 'flex h-6 items-center gap-1 rounded-xs hover:text-fg'
