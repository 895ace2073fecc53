import { keyName } from '../keys/key-names.ts'
import { Kbd } from '../ui/kbd.tsx'
import type { Found } from './use-found-tasks.ts'
import * as words from './words.ts'

export function PaletteFooter({ state, count }: { state: Found['state']; count: number }) {
  const texts = { done: words.count(count), searching: words.searching, 'device-only': words.thisDeviceOnly }
  return (
    <footer
      className={`flex shrink-0 items-center gap-5 border-t border-line px-4.5 py-2.5 text-meta text-fg-2 ${state === 'done' ? 'max-sm:sr-only' : ''}`}
    >
      <span aria-hidden="true" className="flex gap-5 max-sm:hidden">
        <Hint keys={['↑', '↓']} does={words.hints.move} />
        <Hint keys={['Enter']} does={words.hints.open} />
        <Hint keys={['Mod', 'Enter']} does={words.hints.startWork} />
      </span>
      <output className="ml-auto">{texts[state]}</output>
    </footer>
  )
}

function Hint({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{keyName(key)}</Kbd>
      ))}
      <span className="ml-0.5">{does}</span>
    </span>
  )
}
