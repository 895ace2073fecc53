import { createStore } from '../state/store.ts'

/** The id of the user whose data the page shows. The server rejects requests with another user's session. */
export const pageUser = createStore('')
