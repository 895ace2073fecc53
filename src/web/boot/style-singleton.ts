import { useEffect } from 'react'

type Props = { styles: string; dynamic?: boolean }

/**
 * Returns a component that applies styles while it is mounted. Replaces the package `react-style-singleton` in the
 * build, because that package adds a style element, which the Content-Security-Policy blocks.
 */
export function styleSingleton() {
  const sheet = new CSSStyleSheet()
  let count = 0
  return function Styles({ styles, dynamic = false }: Props) {
    const changing = dynamic ? styles : null
    useEffect(() => {
      if (count++ === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        if (--count > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      }
      // Like the package, it ignores changes to styles that are not dynamic.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [changing])
    return null
  }
}
