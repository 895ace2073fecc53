import { createRoot } from 'react-dom/client'

/** The minimum that a page with React can show. */
const root = document.querySelector('#root')
if (root) createRoot(root).render(<p data-ready>Ready</p>)
