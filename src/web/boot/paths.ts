export const HOME = '/'

/** Signing in and out are full-page navigations to the server. */
export const LOGIN = '/api/login'
export const LOGOUT = '/api/logout'

/** Redirects to the sign-in provider and back. */
export const PROVIDER = '/api/auth/oidc'
