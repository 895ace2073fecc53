import { MousePointerClick } from 'lucide-react'

import type { ListedCommand } from './listed-command.ts'

/**
 * Returns a command for each visible button with or inside `data-commands`. The name has the form 'Timeline: Week', or
 * is only the button's label if the attribute is empty. Excludes buttons that open a menu, because a scripted click
 * doesn't open it.
 */
export function controlCommands(): ListedCommand[] {
  return [...document.querySelectorAll<HTMLButtonElement>('[data-commands] button, button[data-commands]')]
    .filter((button) => button.checkVisibility() && !button.disabled && !button.ariaHasPopup)
    .map((button) => {
      const area = button.closest<HTMLElement>('[data-commands]')?.dataset['commands']
      // Unlike `textContent`, this separates the lines of a button.
      const label = button.ariaLabel ?? button.innerText.replaceAll('\n', ', ')
      const name = area ? `${area}: ${label}` : label
      return { id: `press ${name}`, name, icon: MousePointerClick, run: () => button.click() }
    })
}
