import { type ComponentProps, useRef } from 'react'

import { Button } from './button.tsx'

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { onPick: (files: File[]) => void }

export function FileButton({ onPick, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          if (target.files && target.files.length > 0) onPick([...target.files])
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
    </>
  )
}
