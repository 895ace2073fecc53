import { type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'

import { type Helper, type Offer, type Option, offerNames, offerWords, takeOption } from './completion.ts'
import type { Line } from './use-line.ts'
import { run } from '../sync/runner/run.ts'
import { createCategory } from '../categories/commands.ts'

const NONE = -1

/** The list of names or words that the line offers at the caret. */
export type OfferState = ReturnType<typeof useOffer>

export function useOffer(line: Line, field: RefObject<HTMLTextAreaElement | null>) {
  const listId = useId()
  const [caret, setCaret] = useState(line.text.length)
  const [helper, setHelper] = useState<Helper | null>(null)
  /** The text when the list was closed. The list stays closed until the text changes. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ offer: string; index: number } | null>(null)

  const isClosed = closedAt === line.text
  const names = isClosed ? null : offerNames(line.text, caret, line.known)
  const offer = helper ? offerWords(helper, caret) : names
  const key = offer ? `${offer.name} ${line.text}` : ''
  const first = offer?.takesFirst ? 0 : NONE
  const active = chosen?.offer === key ? chosen.index : first
  const setActive = (index: number) => setChosen({ offer: key, index })

  const write = (text: string, at: number) => {
    flushSync(() => line.type(text))
    field.current?.focus()
    field.current?.setSelectionRange(at, at)
    setCaret(at)
  }
  const take = (offer: Offer, option: Option) => {
    if (option.creates) run(createCategory, { name: option.creates })
    const { text, caret } = takeOption(line.text, offer, option)
    setHelper(null)
    write(text, caret)
  }
  return {
    listId,
    offer,
    active,
    setActive,
    followCaret: () => setCaret(field.current?.selectionStart ?? 0),
    move: (step: 1 | -1) => {
      const count = offer?.options.length ?? 0
      const from = active === NONE && step < 0 ? 0 : active
      setActive((from + step + count) % count)
    },
    take: (index: number) => {
      const option = offer?.options[index]
      if (offer && option) take(offer, option)
    },
    close: () => {
      setHelper(null)
      setClosedAt(line.text)
    },
    /** Shows or hides the words that a helper offers. */
    help: (next: Helper) => {
      setHelper(helper === next ? null : next)
      field.current?.focus()
    },
    /** Types '#' or '+' at the caret, which offers names. */
    sign: (sign: '#' | '+') => {
      const at = field.current?.selectionStart ?? line.text.length
      const before = line.text.slice(0, at)
      const space = before === '' || /\s$/.test(before) ? '' : ' '
      setHelper(null)
      write(`${before}${space}${sign}${line.text.slice(at)}`, at + space.length + 1)
    },
  }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
