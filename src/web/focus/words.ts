export const focusMode = 'Focus Mode'
export const presets = 'Presets'
export const active = 'Active'
export const play = 'Play focus audio'
export const pause = 'Pause focus audio'
export const chooseLevel = 'Choose a level first'
export const masterVolume = 'Master volume'
export const bandLevel = (band: string) => `${band} level`
export const aboutBand = (band: string) => `About ${band}`

/** Shown on a lock screen while every band is Off. */
export const silence = 'Silence'
export const and = (names: readonly string[], last: string) => `${names.join(', ')} and ${last}`
