// Interface text for a page that couldn't be loaded or rendered.

export const crashed = 'Something went wrong on this page.'
export const crashedHint = 'Reload the page. Your saved changes are safe on the server.'
export const notLoaded = (part: string) => `Couldn’t load ${part}.`
export const offline = 'You’re offline. Try again when you’re back.'
export const slow = 'The connection is slow. Try again.'
export const reload = 'Reload the page and try again.'
