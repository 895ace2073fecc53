import { describeMix } from '#domain/focus-audio.ts'

import type { FocusPlayer } from './focus-player.ts'

const SILENCE = '/audio/silence.mp3'

/**
 * Media keys, the browser's media panel and the lock screen play and pause too. Browsers give those to media elements
 * alone, so one repeats silence as long as the graph plays.
 */
export function openMediaPanel(player: FocusPlayer): void {
  let silence: HTMLAudioElement | null = null
  player.subscribe(() => {
    const { playback, mix } = player.current()
    const isPlaying = playback !== 'paused'
    if (isPlaying) silence ??= openSilence(player)
    // Before anything was played there is nothing for a panel to show.
    if (!silence) return
    if (isPlaying && silence.paused) void silence.play().catch(() => undefined)
    if (!isPlaying) silence.pause()
    show(describeMix(mix), isPlaying)
  })
}

function openSilence(player: FocusPlayer): HTMLAudioElement {
  const silence = new Audio(SILENCE)
  silence.loop = true
  // The system may stop it, for a call or for another program: then nothing shall be heard.
  silence.addEventListener('pause', () => silence.paused && player.pause())
  tellKindOfSound()
  if ('mediaSession' in navigator) {
    navigator.mediaSession.setActionHandler('play', player.play)
    navigator.mediaSession.setActionHandler('pause', player.pause)
    navigator.mediaSession.setActionHandler('stop', player.pause)
  }
  return silence
}

function show(title: string, isPlaying: boolean): void {
  if (!('mediaSession' in navigator)) return
  if (navigator.mediaSession.metadata?.title !== title) {
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: 'Focus Mode', album: 'Tenfold' })
  }
  navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
}

/** Safari lets sound go on with the screen locked, or the switch at silent, only when it is said to be playback. */
function tellKindOfSound(): void {
  if ('audioSession' in navigator) (navigator.audioSession as { type: string }).type = 'playback'
}
