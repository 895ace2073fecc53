import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  text?: string
  /** At most one button. */
  children?: ReactNode
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div aria-hidden="true" className="mb-5.5 flex flex-col gap-1.25">
        {RUNG_WIDTHS.map((width) => (
          <div
            key={width}
            className="h-1.5 rounded-full border border-dashed border-control"
            style={{ width }}
          />
        ))}
      </div>
      <p className="max-w-96 text-[15px] leading-[22px] font-[590]">{title}</p>
      {text && <p className="mt-1 max-w-80 text-label leading-5 text-fg-3">{text}</p>}
      {children && <div className="mt-4.5">{children}</div>}
    </div>
  )
}

const RUNG_WIDTHS = [72, 60, 48, 36, 24]
