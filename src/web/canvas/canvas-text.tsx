import { TextAreaField } from '../ui/text-field.tsx'

type Props = {
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  placeholder: string
  /** Minimum height, in px. */
  height: number
}

/** A text field of the canvas that grows with its content. */
export function CanvasText({ label, value, error, onChange, placeholder, height }: Props) {
  return (
    <TextAreaField
      label={label}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={placeholder}
      className="max-h-[60dvh]!"
      style={{ minHeight: `${height}px` }}
    />
  )
}
