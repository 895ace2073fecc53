import './zod-without-eval.ts'
import './styles.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App, createQueryClient, fetchPage } from './app.tsx'
import { readEntrance } from './entrance.ts'
import { forgetKept, readAhead } from './kept/kept-tasks.ts'
import { addMoreScripts } from './more-scripts.ts'
import { HOME, LOGIN } from './paths.ts'
import { followTheme } from './theme.ts'

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root to render into.')
followTheme()
const entrance = readEntrance()
// The address of a failed way through the provider holds what was of use only once; the sign-in page tells the failure.
if (entrance.failure) history.replaceState(null, '', LOGIN)
// Whoever is signed out leaves nothing here, however that came about.
if (!entrance.user) forgetKept()
else if (location.pathname === HOME) readAhead(entrance.user.id)
addMoreScripts()

void show(root)

/** Draws the page in one step with its code, which imports this module: nothing here may wait for it. */
async function show(root: Element): Promise<void> {
  const client = createQueryClient(entrance)
  // Should it not come, it is asked for once more, and the page says so.
  await fetchPage(location.pathname, entrance, client).catch(() => undefined)
  createRoot(root).render(
    <StrictMode>
      <App entrance={entrance} client={client} />
    </StrictMode>,
  )
}
