export { MorningPanel } from './morning-panel.tsx'
export { TooMuchPanel } from './too-much-panel.tsx'
