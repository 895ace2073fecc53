export const HOME = '/'

/** Signing in and out are full page navigations, answered by the server. */
export const LOGIN = '/api/login'
export const LOGOUT = '/api/logout'
