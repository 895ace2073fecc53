/**
 * Keeps the browser from opening a file or a link that is dropped where nothing takes it: the page and its unsaved text
 * would be gone. Drop zones listen below the window, or on it later, and say what they take.
 */
export function ignoreStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const)
    window.addEventListener(type, (event) => {
      const { dataTransfer, target, defaultPrevented } = event
      if (!dataTransfer || defaultPrevented) return
      const { types } = dataTransfer
      // A text field takes the address of a link.
      const isTaken = target instanceof Element && target.closest('input, textarea') !== null
      if (!types.includes('Files') && (isTaken || !types.includes('text/uri-list'))) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    })
}
