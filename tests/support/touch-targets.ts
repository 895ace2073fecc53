import type { Page } from '@playwright/test'

/** The smallest width and height of a touch target below 640 px, in px. Source: design, section 4. */
const TARGET_PX = 40

/**
 * Returns every visible control whose touch target is smaller than 40 × 40 px, as `name: width × height`. A target is the
 * area where a tap reaches the control, including the control's pseudo-elements and label. Links inside a sentence don't
 * count.
 */
export function smallTargets(page: Page): Promise<string[]> {
  // oxlint-disable unicorn/consistent-function-scoping -- All of it runs in the page.
  return page.evaluate((min) => {
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=checkbox], [role=switch], [role=slider], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=combobox]'
    const nameOf = (element: Element) =>
      (
        element.getAttribute('aria-label') ??
        (element.textContent?.trim() || element.getAttribute('placeholder') || element.outerHTML)
      ).slice(0, 60)
    /** Returns whether a control is part of a sentence, where it can only be as high as the line. */
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('[inert], [aria-hidden=true]')
      )
    }
    /** Returns the elements that react to a tap: the control and its labels, or a slider's whole track. */
    const partsOf = (element: Element): Element[] => {
      if (element.getAttribute('role') === 'slider')
        return [element.parentElement?.closest('[data-orientation]') ?? element]
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      return [element, ...labels]
    }
    /** Returns how far the hit area extends from a point in one direction, in px, up to the required size. */
    const reach = (parts: Element[], x: number, y: number, dx: number, dy: number) => {
      let px = 0
      while (px < min) {
        const hit = document.elementFromPoint(x + dx * (px + 1), y + dy * (px + 1))
        if (!hit || !parts.some((part) => part.contains(hit))) break
        px++
      }
      return px
    }
    // An open menu or dialog covers the rest.
    const layers = document.querySelectorAll('[role=menu], [role=listbox], [role=dialog], [role=alertdialog]')
    const layer = [...layers].findLast(isShown)
    // A list inside a dialog, as in search, covers nothing.
    const scope = layer?.closest('[role=dialog], [role=alertdialog]') ?? layer ?? document
    const small: string[] = []
    for (const element of scope.querySelectorAll(CONTROLS)) {
      if (!isShown(element) || isInText(element)) continue
      const parts = partsOf(element)
      const rects = parts.map((part) => part.getBoundingClientRect())
      if (rects.some(({ width, height }) => width >= min && height >= min)) continue
      // A control with a small box may have a larger hit area around it.
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = (parts[0] ?? element).getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      // Skips a control that is covered, for example by a dialog.
      if (!hit || !parts.some((part) => part.contains(hit))) continue
      const wide = 1 + reach(parts, x, y, -1, 0) + reach(parts, x, y, 1, 0)
      const high = 1 + reach(parts, x, y, 0, -1) + reach(parts, x, y, 0, 1)
      if (wide < min || high < min) small.push(`${nameOf(element)}: ${wide} × ${high}`)
    }
    return [...new Set(small)]
  }, TARGET_PX)
}
