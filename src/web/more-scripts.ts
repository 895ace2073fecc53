import sheet from './more-scripts.css?inline'

/**
 * Gives letters of other scripts than Latin the font of the rest; its files are fetched where there are such letters. A
 * sheet that came later would have the browser lay out the whole page anew, so this runs before anything is drawn.
 */
export function addMoreScripts(): void {
  const fonts = new CSSStyleSheet()
  fonts.replaceSync(sheet)
  document.adoptedStyleSheets.push(fonts)
}
