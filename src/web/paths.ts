export const HOME = '/'

/** Signing in and out are full page navigations, answered by the server. */
export const LOGIN = '/api/login'
export const LOGOUT = '/api/logout'

/** Signing in through the provider is one too: it leads there and back. */
export const PROVIDER = '/api/auth/oidc'
