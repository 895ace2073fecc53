/**
 * Keeps the browser from opening a file or a link that is dropped where nothing accepts it, because that would discard
 * the page and its unsaved text. Text fields accept links. Drop zones handle the event before or after this listener.
 */
export function ignoreStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const)
    window.addEventListener(type, (event) => {
      const { dataTransfer, target, defaultPrevented } = event
      if (!dataTransfer || defaultPrevented) return
      const { types } = dataTransfer
      const takesLink = target instanceof Element && target.matches('input, textarea')
      if (!types.includes('Files') && (takesLink || !types.includes('text/uri-list'))) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    })
}
