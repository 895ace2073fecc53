import { Fragment, type ReactNode } from 'react'

type Range = { start: number; end: number }

/** Text with its matches highlighted. `matches` are in order and don't overlap. */
export function Marked({ text, matches }: { text: string; matches: readonly Range[] }): ReactNode {
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark className="rounded-xs bg-ring/16 font-[620] text-fg">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  )
}
