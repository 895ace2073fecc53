import type { BrowserContext, Page } from '@playwright/test'

/** The page's Web Audio, as observed from outside. */
export type Sound = {
  /** The state of each audio context of the page. */
  contexts: string[]
  /** The current sources: how each loops, and the first gain on its path. Quietest first. */
  loops: { start: number; end: number; seconds: number; channels: number; gain: number }[]
  /** The seconds until each gain change is 98% complete. */
  fades: number[]
  /** The peak sample of the output since the last call, and how many seconds of sound there were. */
  peak: number
  seconds: number
}

type Tap = { contexts: AudioContext[]; look: () => Sound; media: Map<string, () => void> }

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of the page's window
  var audioTap: Tap | undefined
}

/** Taps Web Audio in every page opened later. */
export async function tapAudio(context: BrowserContext): Promise<void> {
  await context.addInitScript(installTap)
}

/** Returns the current sources. */
export async function hear(page: Page): Promise<Sound> {
  return page.evaluate(() => {
    if (!globalThis.audioTap) throw new Error('The page was opened before it was tapped.')
    return globalThis.audioTap.look()
  })
}

/** Returns the gains of the current sources, quietest first, to two decimals. */
export async function gainsOf(page: Page): Promise<number[]> {
  return (await hear(page)).loops.map(({ gain }) => Math.round(gain * 100) / 100)
}

/** Presses a media key, as the system reports it to the page. */
export async function pressMediaKey(page: Page, key: 'play' | 'pause'): Promise<void> {
  await page.evaluate((key) => {
    const press = globalThis.audioTap?.media.get(key)
    if (!press) throw new Error(`The page does not handle the media key ${key}.`)
    press()
  }, key)
}

/** Runs in the page before its own scripts, so it can't use anything outside. */
function installTap(): void {
  const contexts: AudioContext[] = []
  const targets = new Map<AudioNode, AudioNode>()
  const playing = new Set<AudioBufferSourceNode>()
  const fades: number[] = []
  const media = new Map<string, () => void>()
  const output = { peak: 0, frames: 0 }

  /** Intercepts each call to a method. */
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has no access to this scope
  const watch = (prototype: object, name: string, look: (self: unknown, args: unknown[]) => void) => {
    const method = Reflect.get(prototype, name) as (...args: unknown[]) => unknown
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
      look(this, args)
      return method.apply(this, args)
    })
  }
  const listenTo = (node: AudioNode) => {
    const listener = (node.context as AudioContext).createScriptProcessor(4096, 2, 2)
    listener.addEventListener('audioprocess', ({ inputBuffer }) => {
      output.frames += inputBuffer.length
      for (const channel of [inputBuffer.getChannelData(0), inputBuffer.getChannelData(1)]) {
        for (const sample of channel) output.peak = Math.max(output.peak, Math.abs(sample))
      }
    })
    node.connect(listener)
    // The listener runs only while it is connected. It plays nothing.
    listener.connect(node.context.destination)
  }
  watch(AudioNode.prototype, 'connect', (node, [target]) => {
    if (!(node instanceof AudioNode) || node instanceof ScriptProcessorNode) return
    if (target instanceof AudioDestinationNode) listenTo(node)
    else if (target instanceof AudioNode) targets.set(node, target)
  })
  watch(AudioBufferSourceNode.prototype, 'start', (source) => {
    if (!(source instanceof AudioBufferSourceNode)) return
    playing.add(source)
    source.addEventListener('ended', () => playing.delete(source))
  })
  watch(AudioParam.prototype, 'setTargetAtTime', (_param, [, , constant]) => fades.push(4 * Number(constant)))
  watch(MediaSession.prototype, 'setActionHandler', (_session, [action, handler]) => {
    const press = handler as MediaSessionActionHandler
    media.set(String(action), () => press({ action: action as MediaSessionAction }))
  })

  globalThis.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options)
      contexts.push(this)
    }
  }

  const gainAfter = (source: AudioNode) => {
    const next = targets.get(source)
    return next instanceof GainNode ? next.gain.value : 1
  }
  const look = () => {
    const { peak, frames } = output
    Object.assign(output, { peak: 0, frames: 0 })
    const loops = [...playing].map((source) => ({
      start: source.loop ? source.loopStart : 0,
      end: source.loop ? source.loopEnd : 0,
      seconds: source.buffer?.duration ?? 0,
      channels: source.buffer?.numberOfChannels ?? 0,
      gain: gainAfter(source),
    }))
    return {
      contexts: contexts.map(({ state }) => state),
      loops: loops.toSorted((a, b) => a.gain - b.gain),
      fades,
      peak,
      seconds: frames / (contexts[0]?.sampleRate ?? 1),
    }
  }
  globalThis.audioTap = { contexts, look, media }
}
