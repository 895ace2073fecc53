import { z } from 'zod'

export function headerText(name: string) {
  return z
    .string()
    .max(255, { error: `${name} must be 255 characters or fewer.` })
    .optional()
}
