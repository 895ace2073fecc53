import { createStore } from '../state/store.ts'

/** The server's latest response, whose headers include the server's build. */
export const latestAnswer = createStore<Response | null>(null)
