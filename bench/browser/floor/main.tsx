import { createRoot } from 'react-dom/client'

/** Renders the smallest possible React page. */
const root = document.querySelector('#root')
if (root) createRoot(root).render(<p data-ready>Ready</p>)
