import { User as UserIcon } from 'lucide-react'
import { useState } from 'react'

import type { User } from '#domain/account/account.ts'
import { graphemes } from '#domain/text.ts'

/** The user's picture, else the first letter of the first name, else of the email, else an icon. */
export function Avatar({ user }: { user: User }) {
  const [broken, setBroken] = useState<string | null>(null)
  const url = user.profileImageUrl
  const letter = firstLetter(user.firstName) ?? firstLetter(user.email)
  if (url && url !== broken) {
    return (
      <img
        src={url}
        alt={nameOf(user)}
        onError={() => setBroken(url)}
        className="size-7 shrink-0 rounded-full bg-sunken object-cover"
      />
    )
  }
  return (
    <span
      title={nameOf(user)}
      className="flex size-7 shrink-0 items-center justify-center rounded-full bg-fg-2 text-meta font-semibold text-bg select-none"
    >
      <span className="sr-only">{nameOf(user)}</span>
      <span aria-hidden="true">{letter ?? <UserIcon size={16} strokeWidth={1.75} />}</span>
    </span>
  )
}

/** Returns the user's full name, or the email if there is none. */
export function nameOf({ firstName, lastName, email }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

function firstLetter(text: string | null): string | undefined {
  return graphemes(text?.trim() ?? '')[0]?.toUpperCase()
}
