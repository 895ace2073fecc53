import { useId, useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** A field that the person and somebody else have changed, and what it says for each of them. */
export type Difference<F extends string> = { field: F; label: string; theirs: string; yours: string }

type Choices<F extends string> = { takeTheirs: (field: F) => void; keepMine: (field: F) => void }

type Props<F extends string> = Choices<F> & {
  differences: readonly Difference<F>[]
  /** Long texts stand side by side, open from the start; short values of a long form stay in sight, folded. */
  areTexts?: boolean
}

/** Says that the row has changed under the person's text, and lets them choose, field by field. */
export function ChangedNote<F extends string>({ differences, areTexts = false, ...choices }: Props<F>) {
  const id = useId()
  const [isShown, show] = useState(areTexts)
  const isChanged = differences.length > 0
  const place = areTexts ? '' : 'sticky -top-2 z-1 -mt-2 bg-raised pt-2 pb-4'
  const box = areTexts ? '' : 'max-h-[40dvh] overflow-y-auto'
  return (
    <div className={isChanged ? place : ''}>
      <div aria-live="polite">
        {isChanged && (
          <Note
            tone="warn"
            action={
              <button
                type="button"
                aria-expanded={isShown}
                aria-controls={isShown ? id : undefined}
                className="w-fit shrink-0 rounded-xs border-b border-control font-medium hover:border-fg touch:min-h-6"
                onClick={() => show(!isShown)}
              >
                {isShown ? 'Hide the difference' : 'Show the difference'}
              </button>
            }
          >
            This task changed in another window. Your text is kept.
          </Note>
        )}
      </div>
      {isChanged && isShown && (
        <div id={id} className={`mx-2 rounded-b-md border border-t-0 border-warn-edge px-3 ${box}`}>
          {differences.map((difference) =>
            areTexts ? (
              <TwoTexts key={difference.field} {...difference} {...choices} />
            ) : (
              <TwoValues key={difference.field} {...difference} {...choices} />
            ),
          )}
        </div>
      )}
    </div>
  )
}

function TwoValues<F extends string>({
  field,
  label,
  theirs,
  yours,
  ...choices
}: Difference<F> & Choices<F>) {
  return (
    <fieldset aria-label={`${label}, changed elsewhere`} className={DIFFERENCE}>
      <h3 className="font-medium">{label}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <dt className="text-fg-2">Theirs</dt>
        <dd className="max-h-30 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{theirs}</dd>
        <dt className="text-fg-2">Yours</dt>
        <dd className="max-h-30 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{yours}</dd>
      </dl>
      <div className="mt-2 flex gap-2">
        <Button size="sm" onClick={() => choices.takeTheirs(field)}>
          Use theirs
        </Button>
        <Button size="sm" onClick={() => choices.keepMine(field)}>
          Keep yours
        </Button>
      </div>
    </fieldset>
  )
}

/** The choice stands above its text, which may be long. On a phone one text is above the other. */
function TwoTexts<F extends string>({ field, label, theirs, yours, ...choices }: Difference<F> & Choices<F>) {
  return (
    <fieldset aria-label={`${label}, changed elsewhere`} className={DIFFERENCE}>
      <h3 className="font-medium">{label}</h3>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <OneText name="Theirs" text={theirs} choice="Use theirs" onChoose={() => choices.takeTheirs(field)} />
        <OneText name="Yours" text={yours} choice="Keep yours" onChoose={() => choices.keepMine(field)} />
      </dl>
    </fieldset>
  )
}

type TextProps = { name: string; text: string; choice: string; onChoose: () => void }

function OneText({ name, text, choice, onChoose }: TextProps) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center justify-between gap-2 text-fg-2">
        {name}
        <Button size="sm" onClick={onChoose}>
          {choice}
        </Button>
      </dt>
      <dd className="mt-1.5 wrap-anywhere whitespace-pre-wrap">{text}</dd>
    </div>
  )
}

const DIFFERENCE = 'min-w-0 border-t border-line py-3 text-label leading-5 first:border-t-0'
