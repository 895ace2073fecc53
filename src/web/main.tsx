import './styles.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { readEntrance } from './entrance.ts'
import { followTheme } from './theme.ts'

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root to render into.')
followTheme()
createRoot(root).render(
  <StrictMode>
    <App entrance={readEntrance()} />
  </StrictMode>,
)
