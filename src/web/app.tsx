import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Route, Switch } from 'wouter'

import type { Entrance } from '#domain/account.ts'

import { userQuery } from './auth/queries.ts'
import { SignInPage } from './auth/sign-in-page.tsx'
import { Header } from './home/header.tsx'
import { HomePage } from './home/home-page.tsx'
import { NotFoundPage } from './home/not-found-page.tsx'
import { WelcomePage } from './home/welcome-page.tsx'
import { HOME, LOGIN } from './paths.ts'
import { toasts, useToast } from './toast.ts'
import { ErrorState } from './ui/error-state.tsx'
import { Toaster } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

/** Providers and routes. */
export function App({ entrance }: { entrance: Entrance }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Switch>
          <Route path={HOME}>{entrance.signedIn ? <Home /> : <WelcomePage />}</Route>
          <Route path={LOGIN}>
            <SignInPage signups={entrance.signups} />
          </Route>
          <Route>
            <NotFoundPage signedIn={entrance.signedIn} />
          </Route>
        </Switch>
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

/** The session may have ended since the page was made. */
function Home() {
  const { data: user, error, refetch } = useQuery(userQuery)
  if (user) return <HomePage user={user} />
  if (user === null) return <WelcomePage />
  return (
    <>
      <Header user={undefined} />
      {error && (
        <main className="page">
          <ErrorState
            title="Your account could not be loaded."
            text={error.message}
            onRetry={() => void refetch()}
          />
        </main>
      )}
    </>
  )
}

function Toasts() {
  return <Toaster toast={useToast()} onClose={toasts.dismiss} />
}

/**
 * What was read stays until a write or an event says otherwise, and nothing is tried again unasked (specification,
 * section 9). A request is sent even when the browser believes itself offline: the server may run on this machine.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
