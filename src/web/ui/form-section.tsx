import { type ReactNode, useId } from 'react'

type Props = { title: string; aside?: string; hint?: ReactNode; children: ReactNode }

/** A form section with its title on the left and its fields on the right; stacked on phones. */
export function FormSection({ title, aside, hint, children }: Props) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className="grid min-w-0 gap-x-6 gap-y-3 border-t border-line py-5 sm:grid-cols-[168px_minmax(0,1fr)]"
    >
      <div>
        <h3 id={id} className="text-label leading-5 font-semibold">
          {title} {aside && <span className="font-normal text-fg-3">{aside}</span>}
        </h3>
        {hint && <p className="mt-0.5 text-meta text-fg-3">{hint}</p>}
      </div>
      <div className="grid min-w-0 gap-4">{children}</div>
    </fieldset>
  )
}
