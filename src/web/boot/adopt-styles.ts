/**
 * Adds style sheets for parts that appear later. Call this before the first render: adding a sheet with a layer or a font
 * afterwards makes the browser restyle and lay out the whole page.
 */
export function adoptStyles(...texts: readonly string[]): void {
  for (const text of texts) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }
}
