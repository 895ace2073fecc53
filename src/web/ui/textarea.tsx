import type { ComponentProps } from 'react'

/** A text area that grows with its content. `rows` is the minimum. */
export function Textarea({ className = '', rows = 2, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      className={`control block max-h-80 w-full resize-none px-2.75 py-1.75 [field-sizing:content] not-supports-[field-sizing:content]:resize-y ${className}`}
      style={{ minHeight: `${rows * LINE_PX + PADDING_PX}px`, ...rest.style }}
    />
  )
}

const LINE_PX = 20
const PADDING_PX = 16
