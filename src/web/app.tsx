import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'

import type { Entrance, User } from '#domain/account.ts'

import { userQuery } from './auth/queries.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Banner } from './home/banner.tsx'
import { Header } from './home/header.tsx'
import { page } from './page.tsx'
import { HOME, LOGIN } from './paths.ts'
import { toasts, useToast } from './toast.ts'
import { Toaster } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

// Who opens one page loads none of what only others need. Which one it is, `early.js` has foreseen.
const homePage = () => import('./home/home-page.tsx')
const HomePage = page(async () => (await homePage()).HomePage)
const WelcomePage = page(async () => (await import('./home/welcome-page.tsx')).WelcomePage)
const SignInPage = page(async () => (await import('./auth/sign-in-page.tsx')).SignInPage)
const NotFoundPage = page(async () => (await import('./home/not-found-page.tsx')).NotFoundPage)

/** Fetches what the page at an address is drawn with: its code, and its tasks if they come soon. @throws when no code came */
export async function fetchPage(path: string, { user }: Entrance, client: QueryClient): Promise<void> {
  if (path !== HOME) return void (await (path === LOGIN ? SignInPage : NotFoundPage).fetch())
  await (user ? HomePage : WelcomePage).fetch()
  if (user) await (await homePage()).beginTasks(client)
}

/** Providers and routes. */
export function App({ entrance, client }: { entrance: Entrance; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <CrashScreen>
          <Suspense>
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
          </Suspense>
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
export function createQueryClient({ user }: Entrance): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  client.setQueryData<User | null>(userQuery.queryKey, user)
  return client
}
