import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { type Browser, type Node, SELECTORS } from './browser.ts'
import { startProgram } from './program.ts'

type Message = {
  id?: number
  result?: unknown
  error?: string
  message?: string
  params?: { level?: string; text?: string }
}

const PREFERENCES = {
  // Sends focus events even without an active window.
  'focusmanager.testmode': true,
  // Without a GPU, painting animations takes most of the time.
  'ui.prefersReducedMotion': 1,
}

/** A time limit long enough for a busy machine, in ms. A test that reaches its own limit doesn't name the command. */
const ANSWER_MS_MAX = 60_000

/** The error (NS_BINDING_ABORTED) that Firefox logs for downloads canceled by a navigation. */
const CANCELED_DOWNLOAD = /status=2152398850/

/** Starts Firefox without a window and drives it through WebDriver BiDi. */
export async function startFirefox(binary: string): Promise<Browser> {
  const preferences = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`)
  const program = startProgram(
    binary,
    (home) => ['--headless', '--profile', home, '--remote-debugging-port=0'],
    { files: { 'user.js': preferences.join('') } },
  )
  try {
    const faults: string[] = []
    const address = await program.printed(/WebDriver BiDi listening on (ws:\S+)/)
    const send = await connect(`${address}/session`, ({ level, text = '' }) => {
      if (level === 'error' && !CANCELED_DOWNLOAD.test(text)) faults.push(text)
    })
    await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    // Opens a second tab, because the first one is never focused.
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
    await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
    const locate = async (locator: object, startNodes?: Node[], maxNodeCount?: number): Promise<Node[]> => {
      type Found = { nodes: { sharedId: string }[] }
      const params = { context, locator, startNodes, maxNodeCount }
      const { nodes } = await send<Found>('browsingContext.locateNodes', params)
      return nodes.map(({ sharedId }) => ({ sharedId }))
    }
    return {
      open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      find: async (role, name, within) => {
        // Looking through the whole page takes Firefox 0.5 to 1.3 s.
        const startNodes = await locate({ type: 'css', value: SELECTORS[role] }, within && [within])
        const locator = { type: 'accessibility', value: { role, name } }
        return startNodes.length > 0 ? ((await locate(locator, startNodes, 1))[0] ?? null) : null
      },
      call: async (body, node, data) => {
        type Called = { result?: { value: string }; exceptionDetails?: { text: string } }
        const { result, exceptionDetails } = await send<Called>('script.callFunction', {
          functionDeclaration: `(node, data) => JSON.stringify((${String(body)})(node, JSON.parse(data)) ?? null)`,
          arguments: [node ?? { type: 'null' }, { type: 'string', value: JSON.stringify(data) }],
          target: { context },
          awaitPromise: false,
        })
        if (!result) throw new Error(exceptionDetails?.text)
        return JSON.parse(result.value)
      },
      perform: async (source) => void (await send('input.performActions', { context, actions: [source] })),
      screenshot: async () => {
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
        return Buffer.from(data, 'base64')
      },
      faults: () => faults,
      close: async () => {
        await send('browser.close', {})
        await program.end()
      },
    }
  } catch (error) {
    await program.end()
    throw error
  }
}

/** Opens a BiDi connection. Returns the function that sends a command and resolves to its result. */
async function connect(address: string, onEvent: (event: NonNullable<Message['params']>) => void) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.params) onEvent(message.params)
  })
  let id = 0
  return async <Result>(method: string, params: object): Promise<Result> => {
    const answered = new Promise<Message>((resolve) => waiting.set(++id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const late = delay(
      ANSWER_MS_MAX,
      { error: 'timeout', message: 'Firefox did not answer.' },
      { ref: false },
    )
    const { error, message, result }: Message = await Promise.race([answered, late])
    if (error) throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
}
