import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { IconButton } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'

/** A password that can be looked at. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <IconButton
          size="sm"
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
          onClick={() => setShown(!shown)}
          className="-mr-1 touch:-mr-2.75"
        />
      }
    />
  )
}
