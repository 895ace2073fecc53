import { MousePointerClick } from 'lucide-react'

import type { ListedCommand } from './listed-command.ts'

/**
 * Returns a command for each visible button that has `data-commands` or is inside an element that has it, such as
 * 'Timeline: Week'. Excludes buttons that open a menu, because a scripted click doesn't open it.
 */
export function controlCommands(): ListedCommand[] {
  return [...document.querySelectorAll<HTMLButtonElement>('[data-commands] button, button[data-commands]')]
    .filter((button) => button.checkVisibility() && !button.disabled && !button.ariaHasPopup)
    .map((button) => {
      const area = button.closest<HTMLElement>('[data-commands]')?.dataset['commands']
      const name = `${area}: ${button.ariaLabel ?? button.textContent}`
      return { id: `press ${name}`, name, keys: [], icon: MousePointerClick, run: () => button.click() }
    })
}
