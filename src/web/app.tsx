import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { Route, Switch } from 'wouter'

import type { Entrance, User } from '#domain/account.ts'

import { userQuery } from './auth/queries.ts'
import { SignInPage } from './auth/sign-in-page.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { Banner } from './home/banner.tsx'
import { Header } from './home/header.tsx'
import { NotFoundPage } from './home/not-found-page.tsx'
import { WelcomePage } from './home/welcome-page.tsx'
import { HOME, LOGIN } from './paths.ts'
import { toasts, useToast } from './toast.ts'
import { Toaster } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

/** Who is signed out loads none of what the tasks need. */
const HomePage = lazy(async () => ({ default: (await import('./home/home-page.tsx')).HomePage }))

/** Providers and routes. */
export function App({ entrance }: { entrance: Entrance }) {
  const [client] = useState(() => createQueryClient(entrance))
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <CrashScreen>
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
        </CrashScreen>
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

function Home() {
  const { data: user } = useQuery(userQuery)
  if (!user) return <WelcomePage />
  return (
    <Suspense fallback={<HomeOnItsWay user={user} />}>
      <HomePage user={user} />
    </Suspense>
  )
}

/** The focus bar comes with the page; its place is kept, so that the header does not move. */
function HomeOnItsWay({ user }: { user: User }) {
  return (
    <>
      <Banner />
      <div className="h-11 border-b border-line" />
      <Header user={user} />
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
function createQueryClient({ user }: Entrance): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  client.setQueryData<User | null>(userQuery.queryKey, user)
  return client
}
