export const product = 'Tenfold'
export const signIn = 'Sign in'
export const signingIn = 'Signing in...'
export const createAccount = 'Create account'
export const creatingAccount = 'Creating account...'
export const modes = 'Sign in or create an account'
export const notLinked = 'Not linked'
export const backToTasks = 'Back to your tasks'
export const or = 'or'
export const continueWith = (provider: string) => `Continue with ${provider}`
export const email = 'Email'
export const emailMissing = 'Enter your email.'
export const password = 'Password'
export const passwordMissing = 'Enter your password.'
export const newPasswordMissing = 'Choose a password.'
export const passwordHint = (min: number, max: number) => `Use ${min}–${max} characters.`
export const showPassword = 'Show password'
export const hidePassword = 'Hide password'
export const firstName = 'First name'
export const lastName = 'Last name'

// The dialog that lets the user sign in again without leaving the page.
/** The dialog's name in the error message shown if its code doesn't load. */
export const signInPart = 'the sign-in form'
export const signInAgain = 'Sign in again'
export const textIsKept = 'You’re signed out. Your text and unsent changes are kept.'
export const notNow = 'Not now'
export const otherAccount = (email: string) =>
  `Another account is signed in. Sign in as ${email} to continue.`

export const storedHere = 'Your tasks stay on this server.'
