import { codePoints } from './text.ts'

/** A file name as lists show it: 17 characters and an ellipsis when it has over 20. Source: specification 9. */
export function shortAttachmentName(name: string): string {
  return codePoints(name) > 20 ? `${Array.from(name).slice(0, 17).join('')}…` : name
}
