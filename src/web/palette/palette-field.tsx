import { ArrowRight, Search, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import { TASK_COMMANDS, type TaskCommandId } from '../keys/task-commands.ts'
import { IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import * as words from './words.ts'

type Props = {
  text: string
  /** The command that the user is choosing a task for. */
  picking: TaskCommandId | null
  /** The id of the list of results. */
  list: string
  /** The id of the selected row; undefined if there is none. */
  activeId: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

/** The search field, which keeps focus while the palette is open. */
export function PaletteField({ text, picking, list, activeId, onType, onKeyDown, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (text === '' && field.current) field.current.value = ''
  }, [text])
  return (
    <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4.5 max-sm:gap-2 max-sm:px-2">
      <Search size={18} className="shrink-0 text-fg-2 max-sm:hidden" />
      <IconButton
        label={words.back}
        icon={<ArrowRight size={20} className="rotate-180" />}
        onClick={onClose}
        className="sm:hidden"
      />
      <input
        dir="auto"
        role="combobox"
        aria-label={picking ? TASK_COMMANDS[picking].name : words.placeholder}
        aria-expanded={activeId !== undefined}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={picking ? words.chooseTask : words.placeholder}
        ref={field}
        // This isn't a controlled input, so that a late render can't undo a keystroke.
        defaultValue={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 self-stretch bg-transparent text-[16px]/6 outline-none placeholder:text-fg-3"
      />
      <span aria-hidden="true" className="max-sm:hidden">
        <Kbd>Esc</Kbd>
      </span>
      {text !== '' && (
        <IconButton
          label={words.clear}
          icon={<X size={18} />}
          onClick={() => {
            field.current?.focus()
            onType('')
          }}
          className="sm:hidden"
        />
      )}
    </div>
  )
}
