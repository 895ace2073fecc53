import { BANDS, type Band, type BandId, LOOP, type Levels } from './focus-audio.ts'

import type { FocusGraph } from './focus-player.ts'

/** The time constant of a fade, in seconds. After four time constants, 2% of the sound is left. */
const FADE_TIME_CONSTANT = 0.04

/** How long a fade is audible, in seconds. */
const FADE_SECONDS = 0.25

/** The limiter's threshold, in dB below full scale. Four bands at High exceed this threshold. */
const LIMIT_DB = -3
const LIMIT_RATIO = 20

type Voice = { source: AudioBufferSourceNode; gain: GainNode }

/**
 * Opens the audio graph: a loop and a gain per band, one gain for play and pause, and a limiter.
 * @param onSilenced called when the system stops the sound, for example for a phone call
 * @throws if the browser has no Web Audio or no audio device
 */
export function openFocusGraph(onSilenced: () => void): FocusGraph {
  const context = new AudioContext({ latencyHint: 'playback' })
  const transport = context.createGain()
  transport.gain.value = 0
  connectOutput(context, transport)
  const buffers = new Map<BandId, AudioBuffer>()
  const loading = new Map<BandId, Promise<void>>()
  const voices = new Map<BandId, Voice>()
  let isWanted = false
  let isAwake = false
  let resting: ReturnType<typeof setTimeout> | undefined

  context.addEventListener('statechange', () => {
    if (isAwake && context.state !== 'running') onSilenced()
  })
  const fetchBuffer = async ({ id, path }: Band) => {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
    buffers.set(id, await context.decodeAudioData(await response.arrayBuffer()))
  }
  const setGain = (band: BandId, level: number) => {
    const buffer = buffers.get(band)
    const voice = voices.get(band)
    if (voice && level === 0) {
      endVoice(context, voice)
      voices.delete(band)
    } else if (voice) {
      fade(context, voice.gain, level)
    } else if (buffer && level > 0) {
      voices.set(band, beginVoice(context, buffer, level, transport))
    }
  }
  return {
    wake: async () => {
      clearTimeout(resting)
      isWanted = true
      await context.resume()
      // The user may pause while the output resumes.
      if (!isWanted) return
      isAwake = true
      fade(context, transport, 1)
    },
    load: (band) => {
      const load = loading.get(band.id) ?? fetchBuffer(band).finally(() => loading.delete(band.id))
      loading.set(band.id, load)
      return load
    },
    has: (band) => buffers.has(band),
    setGains: (gains: Levels) => {
      for (const { id } of BANDS) setGain(id, gains[id])
    },
    sleep: () => {
      isWanted = false
      isAwake = false
      fade(context, transport, 0)
      clearTimeout(resting)
      resting = setTimeout(() => void context.suspend(), FADE_SECONDS * 1000)
    },
  }
}

function connectOutput(context: AudioContext, input: AudioNode): void {
  const limiter = new DynamicsCompressorNode(context, {
    threshold: LIMIT_DB,
    knee: 0,
    ratio: LIMIT_RATIO,
    attack: 0.003,
    release: 0.25,
  })
  // The node adds makeup gain: the full-scale reduction to the power of 0.6 (Web Audio 1.1).
  const takenDb = -LIMIT_DB * (1 - 1 / LIMIT_RATIO)
  const trim = new GainNode(context, { gain: 10 ** ((-0.6 * takenDb) / 20) })
  input.connect(limiter).connect(trim).connect(context.destination)
}

function beginVoice(context: AudioContext, buffer: AudioBuffer, level: number, output: AudioNode): Voice {
  const source = new AudioBufferSourceNode(context, {
    buffer,
    loop: true,
    loopStart: LOOP.start,
    loopEnd: LOOP.start + LOOP.length,
  })
  const gain = new GainNode(context, { gain: 0 })
  source.connect(gain).connect(output)
  source.start(0, LOOP.start)
  fade(context, gain, level)
  return { source, gain }
}

function endVoice(context: AudioContext, { source, gain }: Voice): void {
  fade(context, gain, 0)
  source.addEventListener('ended', () => gain.disconnect())
  source.stop(context.currentTime + FADE_SECONDS)
}

/** Fades from the current gain, even during an earlier fade. */
function fade(context: AudioContext, { gain }: GainNode, level: number): void {
  gain.cancelScheduledValues(context.currentTime)
  gain.setTargetAtTime(level, context.currentTime, FADE_TIME_CONSTANT)
}
