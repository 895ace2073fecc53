import './boot/zod-without-eval.ts'
import './styles.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import type { Entrance, User } from '#domain/account/account.ts'

import { App, fetchPage } from './app.tsx'
import { settingsQuery } from './account/settings.ts'
import { userQuery } from './auth/queries.ts'
import { ignoreStrayDrops } from './boot/stray-drops.ts'
import { allowTranslation } from './boot/translated-pages.ts'
import { adoptStyles } from './boot/adopt-styles.ts'
import moreScripts from './more-scripts.css?inline'
import dragStyles from './board/styles/drag.css?inline'
import timelineStyles from './timeline/timeline.css?inline'
import { readEntrance } from './boot/entrance.ts'
import { clearCache, readAhead } from './tasks/cache/cached-tasks.ts'
import { HOME, LOGIN } from './boot/paths.ts'
import { listenToKeys } from './keys/page-keys.ts'
import { followTheme } from './shell/theme.ts'
import { pageUser } from './sync/page-user.ts'
import { queryClient } from './sync/query-client.ts'

allowTranslation()
ignoreStrayDrops()
listenToKeys()
void start()

/** Never await at the top level: WebKit then resolves imports of later modules before it has run them. */
async function start(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root to render into.')
  followTheme()
  const entrance = readEntrance()
  // After a failed sign-in through the provider, the URL has single-use parameters. The sign-in page shows the error.
  if (entrance.failure) history.replaceState(null, '', LOGIN)
  // Clears local data on every kind of sign-out. While its data is unavailable, the page can't detect a sign-out.
  if (!entrance.user && !entrance.isDataAway) clearCache()
  else if (entrance.user && location.pathname === HOME) readAhead(entrance.user.id)
  adoptStyles(moreScripts, dragStyles, timelineStyles)
  await show(root, entrance)
}

/** Renders the page once its code has loaded. */
async function show(root: Element, entrance: Entrance): Promise<void> {
  pageUser.set(entrance.user?.id ?? '')
  queryClient.setQueryData<User | null>(userQuery.queryKey, entrance.user)
  if (entrance.settings) queryClient.setQueryData(settingsQuery.queryKey, entrance.settings)
  // After a failure, rendering requests the code again and reports an error.
  await fetchPage(location.pathname, entrance).catch(() => undefined)
  createRoot(root).render(
    <StrictMode>
      <App entrance={entrance} />
    </StrictMode>,
  )
}
