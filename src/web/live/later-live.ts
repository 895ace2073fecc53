export { watchSession } from '../outbox/session.ts'
export { startOutbox } from '../outbox/start.ts'
export { keepPage } from './keep-page.ts'
export { endPage, startLiveSync } from './live-updates.ts'
