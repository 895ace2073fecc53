import { describeMix } from './focus-audio.ts'

import type { FocusPlayer } from './focus-player.ts'
import { focusMode } from './words.ts'

const SILENCE = '/audio/silence.mp3'

/**
 * Connects the player to media keys, the browser's media panel and the lock screen. Browsers connect these only to
 * media elements, so an audio element loops silence while the audio graph plays.
 */
export function openMediaPanel(player: FocusPlayer): void {
  let silence: HTMLAudioElement | null = null
  player.subscribe(() => {
    const { playback, mix } = player.current()
    const isPlaying = playback !== 'paused'
    if (isPlaying) silence ??= openSilence(player)
    // There is nothing to show before the first play.
    if (!silence) return
    if (isPlaying && silence.paused) void silence.play().catch(() => undefined)
    if (!isPlaying) silence.pause()
    show(describeMix(mix), isPlaying)
  })
}

function openSilence(player: FocusPlayer): HTMLAudioElement {
  const silence = new Audio(SILENCE)
  silence.loop = true
  // The system may pause the element for a call or another app; the audio graph then also stops.
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
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: focusMode, album: 'Tenfold' })
  }
  navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
}

/** Safari plays with a locked screen or in silent mode only if the session's type is playback. */
function tellKindOfSound(): void {
  if ('audioSession' in navigator) (navigator.audioSession as { type: string }).type = 'playback'
}
