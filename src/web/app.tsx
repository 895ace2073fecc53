import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'

import type { Entrance } from '#domain/account/account.ts'

import { userQuery } from './auth/queries.ts'
import { queryClient } from './sync/query-client.ts'
import { CrashScreen } from './boot/crash-screen.tsx'
import { deferred, later } from './boot/deferred.tsx'
import { Banner } from './shell/banner.tsx'
import { FocusBarRoom } from './shell/focus-bar-room.tsx'
import { Header } from './shell/header.tsx'
import { page } from './boot/page.tsx'
import { HOME, LOGIN } from './boot/paths.ts'
import { useStore } from './state/store.ts'
import { toasts } from './toasts/toast.ts'
import { Toaster } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

// Each page loads only its own code. `early.js` prefetches it.
const homePage = () => import('./shell/home-page.tsx')
const HomePage = page(async () => (await homePage()).HomePage)
const WelcomePage = page(async () => (await import('./shell/welcome-page.tsx')).WelcomePage)
const SignInPage = page(async () => (await import('./auth/sign-in-page.tsx')).SignInPage)
const AwayPage = page(async () => (await import('./shell/away-page.tsx')).AwayPage)
const NotFoundPage = page(async () => (await import('./shell/not-found-page.tsx')).NotFoundPage)

const tooltipCode = later('ui/tooltip-label.tsx', () => import('./ui/tooltip-label.tsx'))
const tooltips = {
  Label: deferred(tooltipCode, 'TooltipLabel', { canWait: () => true }),
  fetch: tooltipCode.fetch,
}

/** Fetches the code for the page at a path, and waits briefly for its tasks. Throws if the code doesn't load. */
export async function fetchPage(path: string, { user, isDataAway }: Entrance): Promise<void> {
  if (isDataAway) return void (await AwayPage.fetch())
  if (path !== HOME) return void (await (path === LOGIN ? SignInPage : NotFoundPage).fetch())
  await (user ? HomePage : WelcomePage).fetch()
  if (user) await (await homePage()).beginTasks(queryClient)
}

export function App({ entrance }: { entrance: Entrance }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider value={tooltips}>
        <CrashScreen>
          <Suspense>{entrance.isDataAway ? <AwayPage /> : <Routes entrance={entrance} />}</Suspense>
        </CrashScreen>
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

function Routes({ entrance }: { entrance: Entrance }) {
  return (
    <Switch>
      <Route path={HOME}>
        <Home />
      </Route>
      <Route path={LOGIN}>
        <SignInPage entrance={entrance} />
      </Route>
      <Route>
        <NotFoundPage user={entrance.user} />
      </Route>
    </Switch>
  )
}

function Home() {
  const { data: user } = useQuery(userQuery)
  if (!user) return <WelcomePage />
  return (
    <Suspense
      fallback={
        <>
          <Banner />
          <FocusBarRoom />
          <Header user={user} />
        </>
      }
    >
      <HomePage user={user} />
    </Suspense>
  )
}

function Toasts() {
  return <Toaster toast={useStore(toasts)} onClose={toasts.dismiss} />
}
