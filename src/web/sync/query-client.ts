import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of this page. Data stays fresh until a write or an event invalidates it, and nothing is retried (specification
 * 9). Requests are sent even if the browser reports that it is offline, because the server can run on the same machine.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
