import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import * as words from './words.ts'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <IconButton
          size="sm"
          label={shown ? words.hidePassword : words.showPassword}
          icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
          onClick={() => setShown(!shown)}
          className="-mr-1 touch:-mr-2.75"
        />
      }
    />
  )
}
