import type { ComponentProps } from 'react'

import { useAnnouncedKeys } from '../keys/single-keys.ts'
import * as words from './words.ts'

type Props = Omit<ComponentProps<'button'>, 'title'> & { title: string; isDone?: boolean }

/** The round control that completes a task or reopens a completed one. CSS draws its ring and its check mark. */
export function Check({ title, isDone = false, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      className={`check ${isDone ? 'is-done' : ''} ${className}`}
      aria-label={isDone ? words.reopen(title) : words.complete(title)}
      aria-keyshortcuts={useAnnouncedKeys('C')}
      {...rest}
    />
  )
}

/** Returns whether an event hit a round control. */
export function isCheck(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.check') !== null
}
