import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Switch } from '../ui/switch.tsx'
import { keyName } from './key-names.ts'
import { useSingleKeys } from './single-keys.ts'
import * as words from './words.ts'

export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isOn, setIsOn] = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} width="categories">
      <Switch data-autofocus checked={isOn} onChange={setIsOn} label={words.singleKeys} />
      {words.groups.map(({ title, shortcuts }) => (
        <section key={title} className="pt-4">
          <h3 className="pb-1 text-label font-semibold">{title}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div
                key={does}
                className="flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-0"
              >
                <dt className="text-[14px]/5 text-fg-2">{does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{keyName(key)}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
