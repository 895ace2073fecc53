import './styles.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { readEntrance } from './entrance.ts'
import { LOGIN } from './paths.ts'
import { followTheme } from './theme.ts'

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root to render into.')
followTheme()
const entrance = readEntrance()
// The address of a failed way through the provider holds what was of use only once; the sign-in page tells the failure.
if (entrance.failure) history.replaceState(null, '', LOGIN)
createRoot(root).render(
  <StrictMode>
    <App entrance={entrance} />
  </StrictMode>,
)
