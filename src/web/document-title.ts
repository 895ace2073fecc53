import { useEffect } from 'react'

const APP = 'Tenfold'

/** Names the page in the tab and for screen readers. The document is not React's, hence an effect. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${APP}` : APP
  }, [title])
}
