export { AwayPanel } from '../away/away-panel.tsx'
export { MorningPanel } from './morning-panel.tsx'
export { TooMuchPanel } from './too-much-panel.tsx'
