import { BANDS, type Band, type BandId, LOOP, type Levels } from '#domain/focus-audio.ts'

import type { FocusGraph } from './focus-player.ts'

/** How quickly a gain approaches its aim, in seconds: after four times as long only a fiftieth is left. */
const FADE_TIME_CONSTANT = 0.04

/** After how long a fade is over for any ear, in seconds. */
const FADE_SECONDS = 0.25

/** From here on the limiter holds back, in dB under full scale. Four bands at full go over it. */
const LIMIT_DB = -3
const LIMIT_RATIO = 20

type Voice = { source: AudioBufferSourceNode; gain: GainNode }

/**
 * The sound of the four bands: loop and gain for each, then one gain that play and pause fade, then a limiter.
 * @param onSilenced called when the system has stopped the sound, as a phone does for a call
 * @throws where the browser has no Web Audio, or no device for it
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
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
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
      // Waking may take long, and it may have been paused meanwhile.
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
  // The node makes everything louder by itself: to the power of 0.6 of what it takes from full scale (Web Audio 1.1).
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

/** Goes on from wherever an earlier fade has come. */
function fade(context: AudioContext, { gain }: GainNode, level: number): void {
  gain.cancelScheduledValues(context.currentTime)
  gain.setTargetAtTime(level, context.currentTime, FADE_TIME_CONSTANT)
}
