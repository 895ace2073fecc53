import { useEffect } from 'react'

const APP = 'Tenfold'

/** Sets the page title. Uses an effect, because React doesn't render the document. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${APP}` : APP
  }, [title])
}
