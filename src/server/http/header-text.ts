import { z } from 'zod'

/** Returns the schema of an optional request header. */
export function headerText(name: string) {
  return z
    .string()
    .max(255, { error: `${name} must be 255 characters or fewer.` })
    .optional()
}
